package mortise.core.launcher;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The values of all configurations as the launcher sees them, in three layers: what it provides itself, the files of
 * the configuration folder, and the flags. {@code mortise.core.configuration} lays them over each other. One thread.
 */
final class Layers {

    private static final String PREFIX = "mortise.core.configuration.";

    private final FlagTable table;
    private final Path config;
    private final Map<String, Map<String, String>> given;
    private final Map<String, Map<String, String>> flags = new TreeMap<>();
    private final Map<String, Map<String, String>> provided = new TreeMap<>();

    Layers(FlagTable table, Path config, Map<String, Map<String, String>> flags) {
        this.table = table;
        this.config = config;
        this.given = flags;
        flags.forEach((pid, values) -> this.flags.put(pid, new TreeMap<>(values)));
        this.flags.remove(LauncherFlags.PID);
    }

    /** Provides a value for every configuration that has the key; a file or a flag may say something else. */
    void provide(String key, String value) {
        attributes(key).forEach(flag -> put(provided, flag, value));
    }

    /** Replaces the value of a flag that was given: by a list where the key takes one, else by a single value. */
    void override(String key, List<String> list, String single) {
        attributes(key).forEach(flag -> put(flags, flag, flag.list() ? String.join(",", list) : single));
    }

    /** Returns the value that holds at start for the first configuration that has the key and a value for it. */
    Optional<String> effective(String key) {
        List<Flag> attributes = attributes(key);
        return attributes.stream().map(flag -> flags.getOrDefault(flag.pid(), Map.of()).get(key))
                .filter(value -> value != null).findFirst()
                .or(() -> attributes.stream().map(flag -> fromFile(flag.pid(), key))
                        .filter(value -> value != null).findFirst());
    }

    /** Says whether a flag, not only a file, sets the key. */
    boolean flagged(String key) {
        return flags.values().stream().anyMatch(values -> values.containsKey(key));
    }

    /** Returns the flags that were given, by PID and key. */
    Map<String, Map<String, String>> given() {
        return given;
    }

    /** Returns the layers in the form of framework properties. */
    Map<String, String> properties() {
        Map<String, Map<String, String>> lists = new TreeMap<>();
        table.all().values().forEach(attributes -> attributes.stream().filter(Flag::list)
                .forEach(flag -> lists.computeIfAbsent(flag.pid(), pid -> new TreeMap<>()).put(flag.key(), "")));
        return Map.of(PREFIX + "flags", text(flags), PREFIX + "defaults", text(provided), PREFIX + "lists",
                text(lists));
    }

    private static void put(Map<String, Map<String, String>> layer, Flag flag, String value) {
        layer.computeIfAbsent(flag.pid(), pid -> new TreeMap<>()).put(flag.key(), value);
    }

    private List<Flag> attributes(String key) {
        return table.named("--" + key.replace('.', '-')).stream()
                .filter(flag -> !flag.pid().equals(LauncherFlags.PID)).toList();
    }

    private String fromFile(String pid, String key) {
        Path file = config.resolve(pid + ".cfg");
        Properties properties = new Properties();
        if (Files.isReadable(file)) {
            try (Reader reader = Files.newBufferedReader(file)) {
                properties.load(reader);
            } catch (IOException e) {
                throw new StartException("cannot read " + file, e);
            }
        }
        return properties.getProperty(key);
    }

    /** Not by {@link Properties#store}: for the date in its comment it loads the names of all time zones. */
    private static String text(Map<String, Map<String, String>> layer) {
        StringBuilder text = new StringBuilder();
        layer.forEach((pid, values) -> values.forEach((key, value) -> text.append(escaped(pid)).append('/')
                .append(escaped(key)).append('=').append(escaped(value)).append('\n')));
        return text.toString();
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\n' -> escaped.append("\\n");
                case '\r' -> escaped.append("\\r");
                case '\t' -> escaped.append("\\t");
                case '\\', '=', ':', '#', '!', ' ', '\f' -> escaped.append('\\').append(c);
                default -> escaped.append(c);
            }
        }
        return escaped.toString();
    }
}
