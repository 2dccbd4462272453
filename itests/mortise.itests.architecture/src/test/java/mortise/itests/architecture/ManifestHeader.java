package mortise.itests.architecture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One clause of an OSGi manifest header, such as {@code a.b;c.d;version="1.0";uses:="e.f"}.
 *
 * @param paths what stands before the parameters: package names or a namespace
 * @param parameters attributes by name and directives by name with a colon at the end, without quotes
 */
record ManifestHeader(List<String> paths, Map<String, String> parameters) {

    static List<ManifestHeader> parse(String header) {
        List<ManifestHeader> clauses = new ArrayList<>();
        for (String clause : split(header, ',')) {
            List<String> paths = new ArrayList<>();
            Map<String, String> parameters = new LinkedHashMap<>();
            for (String part : split(clause, ';')) {
                int equals = part.indexOf('=');
                if (equals < 0) {
                    paths.add(part);
                } else {
                    parameters.put(part.substring(0, equals), unquoted(part.substring(equals + 1)));
                }
            }
            clauses.add(new ManifestHeader(paths, parameters));
        }
        return clauses;
    }

    static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        boolean quoted = false;
        for (char c : text.toCharArray()) {
            quoted ^= c == '"';
            if (c == separator && !quoted) {
                parts.add(part.toString().strip());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        parts.add(part.toString().strip());
        parts.removeIf(String::isEmpty);
        return parts;
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
