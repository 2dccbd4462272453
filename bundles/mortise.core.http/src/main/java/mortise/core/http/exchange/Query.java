package mortise.core.http.exchange;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.ApiException;

/**
 * The parameters of a request. Immutable.
 *
 * @param values values by name, in the order they came; a name without a value has an empty text
 */
public record Query(Map<String, List<String>> values) {

    /** No parameters. */
    public static final Query NONE = new Query(Map.of());

    private static final int PARAMETERS_MAX = 1000;

    /** Reads what follows the question mark. */
    public static Query parse(String raw) {
        if (raw.isEmpty()) {
            return NONE;
        }
        var values = new LinkedHashMap<String, List<String>>();
        int count = 0;
        int start = 0;
        while (start <= raw.length()) {
            int end = raw.indexOf('&', start);
            end = end < 0 ? raw.length() : end;
            if (end > start) {
                if (++count > PARAMETERS_MAX) {
                    throw ApiException.badRequest("more than " + PARAMETERS_MAX + " query parameters");
                }
                add(values, raw, start, end);
            }
            start = end + 1;
        }
        return new Query(Collections.unmodifiableMap(values));
    }

    private static void add(Map<String, List<String>> values, String raw, int start, int end) {
        int equals = raw.indexOf('=', start);
        boolean named = equals >= 0 && equals < end;
        String name = PercentDecoder.query(raw.substring(start, named ? equals : end));
        String value = named ? PercentDecoder.query(raw.substring(equals + 1, end)) : "";
        values.computeIfAbsent(name, absent -> new ArrayList<>(1)).add(value);
    }

    /** Says whether a parameter is there, with or without a value. */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** Returns the first value of a parameter, or an empty text. */
    public String first(String name) {
        List<String> all = values.get(name);
        return all == null ? "" : all.get(0);
    }

    /** Returns every value of a parameter. */
    public List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /** Reads a parameter that is on when it is there, unless its value is {@code 0} or {@code false}. */
    public boolean flag(String name) {
        if (!has(name)) {
            return false;
        }
        String value = first(name);
        return !value.equals("0") && !value.equalsIgnoreCase("false");
    }
}
