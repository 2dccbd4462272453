package mortise.itests.crash;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mortise.itests.crash.Listing.Live;

/**
 * An answer with a JSON body.
 *
 * @param status of HTTP
 * @param body the tree
 */
record ApiAnswer(int status, Map<String, Object> body) {

    long revision() {
        return revision(body);
    }

    String uid() {
        return text(body, "metadata", "uid");
    }

    @SuppressWarnings("unchecked") // a list of objects has objects
    List<Map<String, Object>> items() {
        return body.get("items") instanceof List<?> items ? (List<Map<String, Object>>) items : List.of();
    }

    /** Reads a list; objects of others are left out. */
    Listing listing(String resource) {
        Map<String, Live> objects = new TreeMap<>();
        items().stream().filter(item -> text(item, "metadata", "name").startsWith(HttpWriter.PREFIX)).forEach(item ->
                objects.put(text(item, "metadata", "name"),
                        new Live(text(item, "metadata", "uid"), revision(item), data(item))));
        return new Listing(resource, revision(), objects);
    }

    static long revision(Map<String, Object> object) {
        String text = text(object, "metadata", "resourceVersion");
        return text.isEmpty() ? 0 : Long.parseLong(text);
    }

    static Map<String, Object> data(Map<String, Object> object) {
        return new TreeMap<>(part(object, "data"));
    }

    /** Returns a field of a part; an empty text when there is none. */
    static String text(Map<String, Object> object, String part, String field) {
        return String.valueOf(part(object, part).getOrDefault(field, ""));
    }

    @SuppressWarnings("unchecked") // parts of an object have names
    static Map<String, Object> part(Map<String, Object> object, String name) {
        return object.get(name) instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }
}
