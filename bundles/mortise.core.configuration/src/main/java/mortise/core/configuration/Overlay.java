package mortise.core.configuration;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.ConfigurationPlugin;

/**
 * What the launcher says about configurations, as values that are laid over and under what Config Admin holds.
 * Immutable; called by Config Admin on any thread, does not block.
 */
final class Overlay implements ConfigurationPlugin {

    private final Map<String, Map<String, String>> flags;
    private final Map<String, Map<String, String>> defaults;
    private final Map<String, Map<String, String>> lists;

    /**
     * Reads three texts in the format of {@link Properties}, each with keys of the form {@code pid/key}.
     *
     * @param flags values that win over everything
     * @param defaults values for keys that are not configured
     * @param lists keys whose text values are lists separated by commas; the values do not matter
     */
    Overlay(@Nullable String flags, @Nullable String defaults, @Nullable String lists) {
        this.flags = parse(flags);
        this.defaults = parse(defaults);
        this.lists = parse(lists);
    }

    /** Returns the PIDs that have a configuration even when there is no file for them. */
    Set<String> configuredPids() {
        Set<String> pids = new HashSet<>(flags.keySet());
        pids.addAll(defaults.keySet());
        return pids;
    }

    @Override
    public void modifyConfiguration(ServiceReference<?> reference, Dictionary<String, Object> properties) {
        String pid = String.valueOf(properties.get(Constants.SERVICE_PID));
        defaults.getOrDefault(pid, Map.of()).forEach((key, value) -> {
            if (properties.get(key) == null) {
                properties.put(key, value);
            }
        });
        flags.getOrDefault(pid, Map.of()).forEach(properties::put);
        for (String key : lists.getOrDefault(pid, Map.of()).keySet()) {
            if (properties.get(key) instanceof String text) {
                properties.put(key, split(text));
            }
        }
    }

    private static String[] split(String text) {
        return text.isBlank() ? new String[0] : text.strip().split("\\s*,\\s*");
    }

    private static Map<String, Map<String, String>> parse(@Nullable String text) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(text == null ? "" : text));
        } catch (IOException e) {
            throw new UncheckedIOException("reading a text does not fail", e);
        }
        Map<String, Map<String, String>> values = new HashMap<>();
        for (String name : properties.stringPropertyNames()) {
            int slash = name.indexOf('/');
            values.computeIfAbsent(name.substring(0, slash), pid -> new HashMap<>())
                    .put(name.substring(slash + 1), properties.getProperty(name));
        }
        return values;
    }
}
