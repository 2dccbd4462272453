package mortise.core.registry;

import java.util.LinkedHashMap;
import mortise.api.ApiObject;
import mortise.api.GroupVersionKind;
import mortise.core.cache.CacheEntry;
import mortise.core.codec.StoredMetadata;
import org.jspecify.annotations.Nullable;

/** Objects of which nothing but the metadata was read. */
final class MetadataOnly {

    private MetadataOnly() {
    }

    /** Returns a fresh tree with kind, API version and metadata without managed fields. */
    static ApiObject of(CacheEntry entry, GroupVersionKind kind) {
        var tree = new LinkedHashMap<String, @Nullable Object>();
        tree.put("kind", kind.kind());
        tree.put("apiVersion", kind.groupVersion().toString());
        tree.put("metadata", StoredMetadata.read(entry.body(), entry.metadataLength()));
        return new ApiObject(tree);
    }
}
