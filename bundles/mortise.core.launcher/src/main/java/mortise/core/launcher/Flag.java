package mortise.core.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A start flag: one attribute of one configuration. The flag {@code --a-b-c} is the key {@code a.b.c}.
 *
 * @param pid configuration it belongs to
 * @param key key in that configuration
 * @param type type name of the Metatype specification, for example {@code Integer}
 * @param list whether the value is a list separated by commas
 * @param min lowest number or shortest text; empty for none
 * @param max highest number or longest text; empty for none
 * @param defaultValue what holds without the flag; empty for nothing
 * @param options the only values that are allowed; empty for any
 * @param description what it does, for the help
 */
record Flag(String pid, String key, String type, boolean list, String min, String max, String defaultValue,
        List<String> options, String description) {

    /** Returns the name as it is typed, {@code --a-b-c}. */
    String name() {
        return "--" + key.replace('.', '-');
    }

    /** Returns the second part of the PID: {@code authn} of {@code mortise.authn.x509}. */
    String family() {
        String[] parts = pid.split("\\.");
        return parts.length > 1 ? parts[1] : pid;
    }

    boolean isSwitch() {
        return type.equals("Boolean") && !list;
    }

    /** Returns the value in the form that components read, or throws with a line that names flag and reason. */
    String checked(String value) {
        if (!list) {
            return checkedItem(value);
        }
        List<String> items = new ArrayList<>();
        for (String item : value.isBlank() ? new String[0] : value.split(",", -1)) {
            items.add(checkedItem(item.strip()));
        }
        return String.join(",", items);
    }

    private String checkedItem(String value) {
        String normal = switch (type) {
            case "Boolean" -> truth(value);
            case "Integer", "Long", "Short", "Byte", "Double", "Float" -> number(value);
            default -> text(value);
        };
        if (!options.isEmpty() && !options.contains(normal)) {
            throw bad(value, "it must be one of " + String.join(", ", options));
        }
        return normal;
    }

    private String truth(String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true", "t", "1" -> "true";
            case "false", "f", "0" -> "false";
            default -> throw bad(value, "it must be true or false");
        };
    }

    private String number(String value) {
        try {
            double number = switch (type) {
                case "Integer" -> Integer.parseInt(value);
                case "Long" -> Long.parseLong(value);
                case "Short" -> Short.parseShort(value);
                case "Byte" -> Byte.parseByte(value);
                default -> Double.parseDouble(value);
            };
            requireRange(value, number, "");
            return value;
        } catch (NumberFormatException e) {
            throw bad(value, "it must be a number of type " + type);
        }
    }

    private String text(String value) {
        requireRange(value, value.length(), " characters");
        return value;
    }

    private void requireRange(String value, double measure, String unit) {
        if (!min.isEmpty() && measure < Double.parseDouble(min)) {
            throw bad(value, "it must be at least " + min + unit);
        }
        if (!max.isEmpty() && measure > Double.parseDouble(max)) {
            throw bad(value, "it must be at most " + max + unit);
        }
    }

    private UsageException bad(String value, String reason) {
        return new UsageException("bad value \"" + value + "\" for flag " + name() + ": " + reason);
    }
}
