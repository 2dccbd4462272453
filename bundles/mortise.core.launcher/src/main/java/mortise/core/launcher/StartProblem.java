package mortise.core.launcher;

import java.net.BindException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A component that keeps the server from starting, and the flags that configure it.
 *
 * @param pids configurations of the component
 * @param cause what it threw
 * @param given the flags of the command line, by PID and key
 */
record StartProblem(List<String> pids, Throwable cause, Map<String, Map<String, String>> given) {

    private static final int SHORTEST_TELLING_VALUE = 3;

    /** Returns the failure to end the start with: one of usage when a flag is to blame. */
    RuntimeException asException() {
        String words = ComponentFailures.words(cause);
        Map<String, String> flags = flags();
        List<String> blamed = flags.keySet().stream().filter(key -> mentions(words, key, flags.get(key))).toList();
        if (blamed.isEmpty() && cause instanceof IllegalArgumentException) {
            blamed = List.copyOf(flags.keySet());
        }
        if (blamed.isEmpty() || isOfTheMachine()) {
            return new StartException(pids.get(0) + " does not start: " + words);
        }
        String key = blamed.get(0);
        return new UsageException(blamed.size() > 1
                ? "bad value for " + String.join(" or ", blamed.stream().map(StartProblem::flag).toList()) + ": "
                        + words
                : "bad value \"" + flags.get(key) + "\" for flag " + flag(key) + ": " + without(words, key + ": "));
    }

    /** A port that is taken is no mistake in a flag, though the message names the port that the flag gave. */
    private boolean isOfTheMachine() {
        return Stream.iterate(cause, link -> link != null, Throwable::getCause)
                .anyMatch(link -> link instanceof BindException);
    }

    private Map<String, String> flags() {
        Map<String, String> flags = new TreeMap<>();
        pids.forEach(pid -> flags.putAll(given.getOrDefault(pid, Map.of())));
        return flags;
    }

    private static boolean mentions(String words, String key, String value) {
        return words.contains(key) || words.contains(flag(key).substring(2))
                || value.length() >= SHORTEST_TELLING_VALUE && words.contains(value);
    }

    private static String flag(String key) {
        return "--" + key.replace('.', '-');
    }

    private static String without(String words, String prefix) {
        return words.startsWith(prefix) ? words.substring(prefix.length()) : words;
    }
}
