package mortise.core.launcher;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The values of all configurations as the launcher sees them, in three layers: what it provides itself, the files of the
 * configuration folder, and the flags. {@code mortise.core.configuration} lays them over each other. Used by one thread.
 */
final class Layers {

    private static final String PREFIX = "mortise.core.configuration.";

    private final FlagTable table;
    private final Path config;
    private final Map<String, Map<String, String>> flags = new TreeMap<>();
    private final Map<String, Map<String, String>> provided = new TreeMap<>();

    Layers(FlagTable table, Path config, Map<String, Map<String, String>> flags) {
        this.table = table;
        this.config = config;
        flags.forEach((pid, values) -> this.flags.put(pid, new TreeMap<>(values)));
        this.flags.remove(LauncherFlags.PID);
    }

    /** Provides a value for every configuration that has the key; a file or a flag may say something else. */
    void provide(String key, String value) {
        put(provided, key, value);
    }

    /** Replaces the value of a flag that was given, in every configuration that has the key. */
    void override(String key, String value) {
        put(flags, key, value);
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

    /** Returns the layers in the form of framework properties. */
    Map<String, String> properties() {
        Map<String, Map<String, String>> lists = new TreeMap<>();
        table.all().values().forEach(attributes -> attributes.stream().filter(Flag::list)
                .forEach(flag -> lists.computeIfAbsent(flag.pid(), pid -> new TreeMap<>()).put(flag.key(), "")));
        return Map.of(PREFIX + "flags", text(flags), PREFIX + "defaults", text(provided), PREFIX + "lists",
                text(lists));
    }

    private void put(Map<String, Map<String, String>> layer, String key, String value) {
        attributes(key).forEach(flag -> layer.computeIfAbsent(flag.pid(), pid -> new TreeMap<>()).put(key, value));
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

    private static String text(Map<String, Map<String, String>> layer) {
        Properties properties = new Properties();
        layer.forEach((pid, values) -> values.forEach((key, value) -> properties.put(pid + "/" + key, value)));
        StringWriter text = new StringWriter();
        try {
            properties.store(text, null);
        } catch (IOException e) {
            throw new UncheckedIOException("writing a text does not fail", e);
        }
        return text.toString();
    }
}
