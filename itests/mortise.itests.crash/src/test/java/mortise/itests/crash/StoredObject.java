package mortise.itests.crash;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.StoreSource;

/**
 * A value in a backend.
 *
 * @param created revision
 * @param changed revision
 * @param text the bytes, one character each
 */
record StoredObject(long created, long changed, String text) {

    /** Reads all that is below {@code /registry/}, by key. */
    static Map<String, StoredObject> all(Backend backend, String location) {
        Map<String, StoredObject> all = new TreeMap<>();
        try (StoreSource source = backend.read(location)) {
            source.range(RangeRequest.ofPrefix("/registry/")).values().forEach(value -> all.put(value.key(),
                    new StoredObject(value.createRevision(), value.modRevision(),
                            new String(value.value(), StandardCharsets.ISO_8859_1))));
        }
        return all;
    }

    static Map<String, String> texts(Map<String, StoredObject> objects) {
        return objects.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().text));
    }
}
