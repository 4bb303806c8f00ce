import java.util.spi.ToolProvider;

/** The build step: javac and jar in one command, so that it works wherever a JDK is installed. Nothing to change here. */
class Build {
    public static void main(String[] arguments) {
        run("javac", "-encoding", "UTF-8", "-Xlint", "-d", "classes", "Bot.java");
        run("jar", "--create", "--file", "bot.jar", "--main-class", "Bot", "-C", "classes", ".");
    }

    private static void run(String tool, String... arguments) {
        var found = ToolProvider.findFirst(tool);
        if (found.isEmpty()) {
            System.err.println(tool + " is missing: install a JDK, a JRE is not enough");
            System.exit(1);
        }
        int status = found.get().run(System.out, System.err, arguments);
        if (status != 0) System.exit(status);
    }
}
