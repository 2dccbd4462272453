package mortise.core.registry;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Reads the {@code key=bool,key=bool} form of start flags. */
final class Settings {

    private Settings() {
    }

    /**
     * Returns the settings in the order they were written.
     *
     * @param what what a key is, for messages
     * @param valueOptional whether a key alone means {@code true}
     * @throws IllegalArgumentException when a part is not of that form
     */
    static Map<String, Boolean> parse(String text, String what, boolean valueOptional) {
        var settings = new LinkedHashMap<String, Boolean>();
        for (String part : text.split(",")) {
            String setting = part.trim();
            if (setting.isEmpty()) {
                continue;
            }
            int equals = setting.indexOf('=');
            if (equals == 0 || equals < 0 && !valueOptional) {
                throw new IllegalArgumentException("missing bool value for " + what + " " + setting);
            }
            String key = equals < 0 ? setting : setting.substring(0, equals).trim();
            settings.put(key, equals < 0 || bool(setting.substring(equals + 1).trim(), what, key));
        }
        return settings;
    }

    private static boolean bool(String value, String what, String key) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true", "1", "t" -> true;
            case "false", "0", "f" -> false;
            default -> throw new IllegalArgumentException(
                    "invalid value of " + what + " " + key + "=" + value + ", it must be true or false");
        };
    }
}
