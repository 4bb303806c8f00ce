// Tries what the page for bot authors says of Java; one line each: what, and the error's words.
import java.io.File;
import java.io.RandomAccessFile;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;

public class Tries {
    interface Attempt { Object run() throws Exception; }

    static void attempt(String what, Attempt attempt) {
        try {
            System.out.println(what + ": " + attempt.run());
        } catch (Exception error) {
            System.out.println(what + ": " + error.getClass().getSimpleName() + " " + error.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        Files.writeString(Path.of("kept"), "x");
        attempt("lock", () -> new RandomAccessFile("kept", "rw").getChannel().lock());
        attempt("socket", () -> new Socket("127.0.0.1", 80));
        attempt("server", () -> new ServerSocket(0));
        attempt("executable", () -> new File("kept").setExecutable(true));
        attempt("time", () -> Files.setLastModifiedTime(Path.of("kept"), FileTime.fromMillis(1)));
        attempt("watch", () -> FileSystems.getDefault().newWatchService());
        attempt("temporary", () -> File.createTempFile("abc", "d"));
        attempt("temporary here", () -> File.createTempFile("abc", "d", new File(".")).exists());
        attempt("heap of 2 GiB or less", () -> Runtime.getRuntime().maxMemory() <= 2L << 30);
    }
}
