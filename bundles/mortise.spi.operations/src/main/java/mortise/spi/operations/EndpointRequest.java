package mortise.spi.operations;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A request to a path that is not a resource.
 *
 * @param path decoded path
 * @param query values by parameter; a parameter without a value has an empty text
 * @param headers header values by lower-case name
 */
public record EndpointRequest(String path, Map<String, List<String>> query, Map<String, List<String>> headers) {

    /** Returns the first value of a header, or an empty text; the name's case does not matter. */
    public String header(String name) {
        List<String> values = headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
        return values.isEmpty() ? "" : values.get(0);
    }
}
