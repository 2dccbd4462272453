package mortise.core.expression;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import mortise.api.Syntax;
import mortise.core.schema.Names;

/**
 * A format that texts can have.
 *
 * @param name how it is asked for
 * @param regexSize length of the longest regular expression behind it, for the cost
 * @param check returns what is wrong with a text
 */
record NamedFormat(String name, int regexSize, Check check) {

    /** Returns what is wrong with a text. */
    @FunctionalInterface
    interface Check {
        List<String> faults(String text);
    }

    /** The longest of them, for estimates. */
    static final long REGEX_MAX = 1000;

    private static final Pattern UUID =
            Pattern.compile("(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}");
    private static final Map<String, NamedFormat> ALL = all();

    static final String DECLARED = String.join("", ALL.keySet().stream()
            .map(name -> "format." + name + "(): kubernetes.NamedFormat\n").toList()) + """
            format.named(string): optional(kubernetes.NamedFormat)
            kubernetes.NamedFormat -> validate(string): optional(list(string))
            """;

    static void register(Registry registry) {
        ALL.forEach((name, format) -> registry.add("format." + name, new Class<?>[0], values -> format));
        registry.add("format.named", String.class, name -> ALL.containsKey(name)
                ? OptionalValue.of(ALL.get(name)) : OptionalValue.NONE);
        registry.add("validate", NamedFormat.class, String.class, (format, text) -> {
            List<String> faults = format.check.faults(text);
            return faults.isEmpty() ? OptionalValue.NONE : OptionalValue.of(faults);
        });
    }

    private static Map<String, NamedFormat> all() {
        var all = new LinkedHashMap<String, NamedFormat>();
        add(all, "dns1123Label", 30, text -> list(Syntax.label(text)));
        add(all, "dns1123Subdomain", 60, text -> list(Syntax.subdomain(text)));
        add(all, "dns1035Label", 30, text -> list(Syntax.label1035(text)));
        add(all, "qualifiedName", 60, Names::qualified);
        add(all, "dns1123LabelPrefix", 30, text -> list(Syntax.label(prefix(text))));
        add(all, "dns1123SubdomainPrefix", 60, text -> list(Syntax.subdomain(prefix(text))));
        add(all, "dns1035LabelPrefix", 30, text -> list(Syntax.label1035(prefix(text))));
        add(all, "labelValue", 40, text -> list(Syntax.labelValue(text)));
        add(all, "uri", 1000, text -> attempt(() -> Url.parse(text)));
        add(all, "uuid", 140,
                text -> UUID.matcher(text).matches() ? List.of() : List.of("does not match the UUID format"));
        add(all, "byte", 1000, text -> attempt(() -> Base64.getDecoder().decode(text), "invalid base64"));
        add(all, "date", 150, text -> attempt(() -> LocalDate.parse(text), "invalid date"));
        add(all, "datetime", 400, text -> attempt(() -> OffsetDateTime.parse(text), "invalid datetime"));
        return all;
    }

    private static void add(Map<String, NamedFormat> all, String name, int regexSize, Check check) {
        all.put(name, new NamedFormat(name, regexSize, check));
    }

    private static List<String> list(Optional<String> fault) {
        return fault.map(List::of).orElse(List.of());
    }

    /** The end of a prefix is not judged. */
    private static String prefix(String text) {
        return text.endsWith("-") ? text.substring(0, text.length() - 1) + "a" : text;
    }

    private static List<String> attempt(Supplier<?> reader) {
        try {
            reader.get();
            return List.of();
        } catch (Fault fault) {
            return List.of(String.valueOf(fault.getMessage()));
        }
    }

    private static List<String> attempt(Supplier<?> reader, String fault) {
        try {
            reader.get();
            return List.of();
        } catch (IllegalArgumentException | DateTimeException e) {
            return List.of(fault);
        }
    }
}
