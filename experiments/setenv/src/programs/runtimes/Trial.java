import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.Security;

/**
 * One trial in Java: a thread of C's sets ever new variables, since Java has no way to, beside threads that read, until
 * something goes wrong or the time is over. What it says, and its exit status, are those of child.c.
 *
 * <pre>
 *   Trial version
 *   Trial READER MILLISECONDS LIBRARY
 * </pre>
 */
final class Trial {
    private static final int WRONG = 3;
    private static final int BROKEN = 5;
    /** Requests at once, as a server has them. */
    private static final int RESOLVERS_AT_ONCE = 16;

    private static void end(String word, int status) {
        System.out.println(word);
        Runtime.getRuntime().halt(status);
    }

    private static void readOwn() {
        while (true) {
            String value = System.getenv("MEASURED_ALWAYS");
            if (value == null) {
                end("null", WRONG);
            }
            if (!"always the same".equals(value) || System.getenv("MEASURED_NEVER") != null) {
                end("torn", WRONG);
            }
        }
    }

    private static void resolve() {
        try {
            InetAddress.getAllByName("localhost");
        } catch (UnknownHostException error) {
            end("unanswered", WRONG);
        }
    }

    /** In a new thread each time, since a thread reads the environment when it resolves its first name. */
    private static void resolveAnew() {
        while (true) {
            Thread thread = new Thread(Trial::resolve);
            thread.start();
            try {
                thread.join();
            } catch (InterruptedException error) {
                end(error.toString(), BROKEN);
            }
        }
    }

    public static void main(String[] words) throws InterruptedException {
        if (words[0].equals("version")) {
            System.out.println(System.getProperty("java.home"));
            System.out.println(System.getProperty("java.version"));
            return;
        }
        // A name is asked for each time.
        Security.setProperty("networkaddress.cache.ttl", "0");
        System.out.println("started");
        System.load(words[2]);
        boolean resolves = words[0].equals("resolver");
        for (int each = 0; each < (resolves ? RESOLVERS_AT_ONCE : 1); each++) {
            new Thread(resolves ? Trial::resolveAnew : Trial::readOwn).start();
        }
        Thread.sleep(Long.parseLong(words[1]));
        end("survived", 0);
    }
}
