package mortise.core.http.render;

import java.util.List;
import mortise.core.cache.CacheEntry;
import mortise.core.codec.JsonEncoder;
import mortise.core.codec.StoredObject;
import mortise.core.registry.ServedResource;
import org.jspecify.annotations.Nullable;

/**
 * The JSON bodies of entries in the version that a resource is served in. The one place where answers are converted.
 * Immutable, any thread.
 */
public final class VersionedBody {

    private static final VersionedBody STORED = new VersionedBody(null);

    private final @Nullable Converter converter;

    /** A converted body, as {@link CacheEntry#body} and {@link CacheEntry#metadataLength} describe it. */
    private record Converted(byte[] body, int metadataLength) {
    }

    private record Converter(ServedResource resource, Object key) {

        Converted kept(CacheEntry entry) {
            return entry.rendition(key, this::convert);
        }

        Converted convert(CacheEntry entry) {
            StoredObject object = StoredObject.read(JsonEncoder.encodeStored(resource.object(entry)));
            return new Converted(object.bodyAt(entry.revision()), object.metadataLength(entry.revision()));
        }
    }

    private VersionedBody(@Nullable Converter converter) {
        this.converter = converter;
    }

    /** Returns the bodies of a resource's entries in its version. */
    public static VersionedBody of(ServedResource resource) {
        return resource.converted()
                ? new VersionedBody(new Converter(resource, List.of("body", resource.kind()))) : STORED;
    }

    /**
     * Returns an entry's object without its kind: {@code "metadata":{...},...}} up to and including the last brace. Not
     * a copy: the caller must not change it.
     */
    public byte[] bytes(CacheEntry entry) {
        return converter == null ? entry.body() : converter.kept(entry).body();
    }

    /** Returns how many bytes of the body its member {@code metadata} takes, without the comma behind. */
    public int metadataLength(CacheEntry entry) {
        return converter == null ? entry.metadataLength() : converter.kept(entry).metadataLength();
    }

    /** Does the same as {@link #bytes} without keeping anything, for use while a rendition is made. */
    byte[] fresh(CacheEntry entry) {
        return converter == null ? entry.body() : converter.convert(entry).body();
    }
}
