package mortise.core.registry;

import java.util.Map;
import mortise.api.ApiObject;
import mortise.core.cache.CacheEntry;
import mortise.core.codec.JsonEncoder;
import mortise.spi.group.ObjectSchema;

/** Makes entries of objects that are not stored, so that they are answered like those that are. */
final class Envelopes {

    private Envelopes() {
    }

    /**
     * Returns the entry of an object, which is completed.
     *
     * @param revision becomes its resource version; 0 for none
     */
    static CacheEntry of(ApiObject object, ObjectSchema schema, long revision) {
        schema.complete(object);
        return CacheEntry.of("", JsonEncoder.encodeStored(object), revision, Map.of());
    }
}
