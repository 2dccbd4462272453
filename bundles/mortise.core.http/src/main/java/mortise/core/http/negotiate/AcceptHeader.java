package mortise.core.http.negotiate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What an {@code Accept} header asks for. Immutable.
 *
 * @param clauses the alternatives, the most wanted first; equally wanted ones in the order they were written
 */
record AcceptHeader(List<Clause> clauses) {

    private static final int CLAUSES_MAX = 64;
    private static final int REMEMBERED_MAX = 256;
    /** Clients send few different headers; more than fit are parsed each time. */
    private static final Map<String, AcceptHeader> REMEMBERED = new ConcurrentHashMap<>();

    /**
     * One alternative.
     *
     * @param mediaType lower-case media type or range
     * @param quality 0 to 1
     * @param parameters the others, by lower-case name
     */
    record Clause(String mediaType, double quality, Map<String, String> parameters) {

        /** Returns a parameter or an empty text. */
        String parameter(String name) {
            return parameters.getOrDefault(name, "");
        }
    }

    static AcceptHeader of(String header) {
        AcceptHeader known = REMEMBERED.get(header);
        if (known != null) {
            return known;
        }
        AcceptHeader parsed = parse(header);
        if (REMEMBERED.size() < REMEMBERED_MAX) {
            REMEMBERED.put(header, parsed);
        }
        return parsed;
    }

    static AcceptHeader parse(String header) {
        var clauses = new ArrayList<Clause>();
        for (String part : split(header, ',')) {
            if (!part.isBlank() && clauses.size() < CLAUSES_MAX) {
                clauses.add(clause(part));
            }
        }
        clauses.sort(Comparator.comparingDouble(clause -> -clause.quality()));
        return new AcceptHeader(List.copyOf(clauses));
    }

    private static Clause clause(String text) {
        List<String> parts = split(text, ';');
        var parameters = new HashMap<String, String>(4);
        for (String parameter : parts.subList(1, parts.size())) {
            int equals = parameter.indexOf('=');
            if (equals > 0) {
                parameters.put(parameter.substring(0, equals).trim().toLowerCase(Locale.ROOT),
                        unquote(parameter.substring(equals + 1).trim()));
            }
        }
        String quality = parameters.remove("q");
        return new Clause(parts.get(0).trim().toLowerCase(Locale.ROOT),
                quality == null ? 1 : quality(quality), Map.copyOf(parameters));
    }

    private static double quality(String text) {
        try {
            double quality = Double.parseDouble(text);
            return quality >= 0 && quality <= 1 ? quality : 1;
        } catch (NumberFormatException notANumber) {
            return 1;
        }
    }

    private static String unquote(String value) {
        boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    private static List<String> split(String text, char separator) {
        var parts = new ArrayList<String>(4);
        boolean quoted = false;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            quoted ^= c == '"';
            if (c == separator && !quoted) {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        return parts;
    }
}
