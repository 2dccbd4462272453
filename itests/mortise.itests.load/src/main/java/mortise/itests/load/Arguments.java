package mortise.itests.load;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the command line asks for.
 *
 * @param kubeconfig the file with address and identity of the server to load
 * @param pid the server's process, for its CPU time and memory; 0 when unknown
 * @param clients connections used at once, except for whole lists
 * @param pods pods, and as many config maps, that are there before measuring
 * @param warmupSeconds how long each work runs before it is measured
 * @param seconds how long each work is measured
 * @param watchers open watches that one change goes to
 * @param only runs only works whose name contains this text
 * @param soakMinutes how long to run moderate mixed load instead of the works; 0 for the works
 * @param scale how many objects of 2 kB to fill up to and measure with instead of the works; 0 for the works
 * @param markdown whether to print tables in Markdown
 */
record Arguments(Path kubeconfig, long pid, int clients, int pods, int warmupSeconds, int seconds, int watchers,
        String only, int soakMinutes, int scale, boolean markdown) {

    static final String HELP = """
            usage: java -cp target/classes mortise.itests.load.LoadDriver --kubeconfig FILE [--pid N] [options]
              --kubeconfig FILE     address, authority and identity; the server must listen on this machine
              --pid N               the server's process: adds CPU per operation and memory (Linux)
              --clients N           connections at once, 2 for whole lists (16)
              --objects N           pods, and as many config maps, to list (10000)
              --warmup-seconds N    before each measurement (10)
              --seconds N           of each measurement (10)
              --watchers N          watches that one change goes to (200)
              --only TEXT           only works whose name contains TEXT
              --soak-minutes N      instead: mixed load for so long, and once a minute what the server holds
              --scale N             instead: N objects of 2 kB, and what lists, gets, updates and events cost then
              --markdown            prints tables in Markdown
            """;

    private static final List<String> KNOWN = List.of("kubeconfig", "pid", "clients", "objects", "warmup-seconds",
            "seconds", "watchers", "only", "soak-minutes",
            "scale");
    private static final String MARKDOWN = "--markdown";
    private static final int NUMBER_MAX = 1_000_000;

    static Arguments parse(String... arguments) {
        Map<String, String> values = new HashMap<>();
        boolean markdown = List.of(arguments).contains(MARKDOWN);
        String[] pairs = Stream.of(arguments).filter(a -> !a.equals(MARKDOWN)).toArray(String[]::new);
        for (int i = 0; i < pairs.length; i += 2) {
            String name = pairs[i].startsWith("--") ? pairs[i].substring(2) : "";
            if (!KNOWN.contains(name)) {
                throw new IllegalArgumentException("unknown argument " + pairs[i]);
            }
            if (i + 1 == pairs.length) {
                throw new IllegalArgumentException(pairs[i] + " needs a value");
            }
            values.put(name, pairs[i + 1]);
        }
        if (!values.containsKey("kubeconfig")) {
            throw new IllegalArgumentException("--kubeconfig is missing");
        }
        return new Arguments(Path.of(values.get("kubeconfig")), Long.parseLong(values.getOrDefault("pid", "0")),
                number(values, "clients", 16), number(values, "objects", 10_000), number(values, "warmup-seconds", 10),
                number(values, "seconds", 10), number(values, "watchers", 200), values.getOrDefault("only", ""),
                values.containsKey("soak-minutes") ? number(values, "soak-minutes", 60) : 0,
                values.containsKey("scale") ? number(values, "scale", 10_000) : 0, markdown);
    }

    private static int number(Map<String, String> values, String name, int byDefault) {
        String value = values.getOrDefault(name, Integer.toString(byDefault));
        if (!value.matches("\\d{1,7}") || Integer.parseInt(value) < 1 || Integer.parseInt(value) > NUMBER_MAX) {
            throw new IllegalArgumentException("--" + name + " wants a number from 1 to " + NUMBER_MAX + ", not "
                    + value);
        }
        return Integer.parseInt(value);
    }
}
