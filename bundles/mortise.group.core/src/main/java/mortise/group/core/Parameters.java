package mortise.group.core;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import mortise.api.ApiException;

/** The parameters of a request that is passed on, and those of the request that comes of it. */
final class Parameters {

    private final Map<String, List<String>> values = new LinkedHashMap<>();

    /** Reads a query as it was sent. */
    static Parameters parse(String query) {
        var parameters = new Parameters();
        for (String pair : query.split("&")) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            if (!name.isEmpty()) {
                parameters.add(decode(name), equals < 0 ? "" : decode(pair.substring(equals + 1)));
            }
        }
        return parameters;
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            throw ApiException.badRequest("the query of the request is malformed");
        }
    }

    Parameters add(String name, String value) {
        values.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
        return this;
    }

    /** Returns every value of a parameter. */
    List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /** Returns the first value of a parameter; empty when it has none. */
    String text(String name) {
        return all(name).isEmpty() ? "" : all(name).get(0);
    }

    /** Says whether a switch is on: there, and neither {@code false} nor {@code 0}. */
    boolean flag(String name) {
        String text = text(name).toLowerCase(Locale.ROOT);
        return !all(name).isEmpty() && !text.equals("false") && !text.equals("0");
    }

    /**
     * Returns a whole number.
     *
     * @throws ApiException 400 when it is none
     */
    OptionalLong number(String name) {
        if (text(name).isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(text(name)));
        } catch (NumberFormatException none) {
            throw ApiException.badRequest("strconv.ParseInt: parsing \"" + text(name) + "\": invalid syntax");
        }
    }

    /** Returns the query with its question mark, sorted by name; empty when there is none. */
    String query() {
        var query = new StringBuilder();
        values.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(entry -> entry.getValue().forEach(
                value -> query.append(query.isEmpty() ? '?' : '&')
                        .append(Places.encode(entry.getKey())).append('=').append(Places.encode(value))));
        return query.toString();
    }
}
