package mortise.core.launcher;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The parsed arguments of a start. Immutable.
 *
 * @param request what is asked for
 * @param values checked values by PID and key, of all flags that were given
 */
record CommandLine(Request request, Map<String, Map<String, String>> values) {

    /** What a command line asks for. */
    enum Request { START, HELP, VERSION }

    /**
     * Parses {@code --a-b=value}, {@code --a-b value} and, for switches, {@code --a-b}. A list flag may be repeated; of
     * another flag the last one counts.
     *
     * @throws UsageException when a flag is unknown or a value bad
     */
    static CommandLine parse(List<String> arguments, FlagTable table) {
        Deque<String> rest = new ArrayDeque<>(arguments);
        Map<String, String> given = new LinkedHashMap<>();
        while (!rest.isEmpty()) {
            String argument = rest.pop();
            switch (argument) {
                case "--help", "-h" -> {
                    return new CommandLine(Request.HELP, Map.of());
                }
                case "--version" -> {
                    return new CommandLine(Request.VERSION, Map.of());
                }
                default -> take(argument, rest, table, given);
            }
        }
        return new CommandLine(Request.START, byPid(given, table));
    }

    /** Returns a value of the launcher's own flags. */
    Optional<String> own(String key) {
        return value(LauncherFlags.PID, key);
    }

    Optional<String> value(String pid, String key) {
        return Optional.ofNullable(values.getOrDefault(pid, Map.of()).get(key));
    }

    private static void take(String argument, Deque<String> rest, FlagTable table, Map<String, String> given) {
        int equals = argument.indexOf('=');
        String name = equals < 0 ? argument : argument.substring(0, equals);
        List<Flag> flags = table.named(name);
        if (flags.isEmpty()) {
            throw new UsageException(argument.startsWith("-")
                    ? "unknown flag " + name + closest(name, table) : "unexpected argument \"" + argument + "\"");
        }
        String value = equals >= 0 ? argument.substring(equals + 1)
                : flags.get(0).isSwitch() ? "true" : next(name, rest);
        if (flags.get(0).list()) {
            given.merge(name, value, (before, more) -> before + "," + more);
        } else {
            given.put(name, value);
        }
    }

    private static String next(String name, Deque<String> rest) {
        if (rest.isEmpty()) {
            throw new UsageException("flag " + name + " needs a value");
        }
        return rest.pop();
    }

    private static Map<String, Map<String, String>> byPid(Map<String, String> given, FlagTable table) {
        Map<String, Map<String, String>> values = new TreeMap<>();
        given.forEach((name, value) -> {
            for (Flag flag : table.named(name)) {
                values.computeIfAbsent(flag.pid(), pid -> new TreeMap<>()).put(flag.key(), flag.checked(value));
            }
        });
        return values;
    }

    /** Names the flag that shares the most words with a misspelt one: a slip is mostly one wrong or missing word. */
    private static String closest(String name, FlagTable table) {
        List<String> words = words(name);
        String best = "";
        long most = 0;
        for (String candidate : table.all().keySet()) {
            List<String> own = new ArrayList<>(words(candidate));
            long shared = words.stream().filter(own::remove).count();
            if (shared > most) {
                most = shared;
                best = candidate;
            }
        }
        return best.isEmpty() ? "" : "; did you mean " + best + "?";
    }

    private static List<String> words(String name) {
        return Arrays.stream(name.split("[-_]+")).filter(word -> word.length() > 1).toList();
    }
}
