// What a Java bot may well do; one line of result each.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

public class Work {
    static void say(String what, Object value) { System.out.println(what + " " + value); }

    public static void main(String[] args) throws Exception {
        say("stdin", new BufferedReader(new InputStreamReader(System.in)).readLine());
        ExecutorService pool = Executors.newFixedThreadPool(4);
        say("pool", pool.submit(() -> 6 * 7).get());
        pool.shutdown();
        say("parallel", IntStream.range(0, 100).parallel().sum());
        CountDownLatch rang = new CountDownLatch(1);
        Timer timer = new Timer();
        timer.schedule(new TimerTask() { public void run() { rang.countDown(); } }, 5);
        rang.await();
        timer.cancel();
        say("timer", true);
        Process child = new ProcessBuilder("sh", "-c", "echo hi | tr h H").start();
        say("shell", new String(child.getInputStream().readAllBytes()).trim());
        Process sleeper = new ProcessBuilder("sleep", "60").start();
        sleeper.destroy();
        say("signalled", sleeper.waitFor());
        Files.writeString(Path.of("a"), "kept");
        Files.move(Path.of("a"), Path.of("b"));
        say("file", Files.readString(Path.of("b")));
        say("zone", ZonedDateTime.of(2024, 7, 1, 0, 0, 0, 0, ZoneId.of("Europe/Berlin")).getOffset());
        say("hash", MessageDigest.getInstance("SHA-256").digest(new byte[] {97})[0]);
        say("random", new SecureRandom().nextInt(1));
        say("cores", Runtime.getRuntime().availableProcessors() > 0);
        byte[][] held = new byte[100][];
        for (int i = 0; i < 100; i++) held[i] = new byte[1 << 20];
        System.gc();
        say("collected", held.length);
        System.err.println("to stderr");
    }
}
