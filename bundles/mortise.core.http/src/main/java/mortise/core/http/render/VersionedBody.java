package mortise.core.http.render;

import java.io.IOException;
import java.io.OutputStream;
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

    /** Returns how many bytes {@link #write} writes. */
    int length(CacheEntry entry) {
        return converter == null ? entry.bodyLength() : converter.kept(entry).body().length;
    }

    /**
     * Writes an entry's object without its kind: {@code "metadata":{...},...}} up to and including the last brace.
     */
    void write(CacheEntry entry, OutputStream out) throws IOException {
        if (converter == null) {
            entry.writeBody(out);
        } else {
            out.write(converter.kept(entry).body());
        }
    }

    /** Returns how many bytes of the body its member {@code metadata} takes, without the comma behind. */
    int metadataLength(CacheEntry entry) {
        return converter == null ? entry.metadataLength() : converter.kept(entry).metadataLength();
    }

    /** Writes the member {@code metadata} of an entry's object. */
    void writeMetadata(CacheEntry entry, OutputStream out) throws IOException {
        if (converter == null) {
            entry.writeMetadata(out);
        } else {
            Converted converted = converter.kept(entry);
            out.write(converted.body(), 0, converted.metadataLength());
        }
    }

    /** Returns what {@link #write} writes without keeping anything, for use while a rendition is made. */
    byte[] fresh(CacheEntry entry) {
        return converter == null ? entry.body() : converter.convert(entry).body();
    }
}
