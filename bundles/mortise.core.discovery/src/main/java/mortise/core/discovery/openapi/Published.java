package mortise.core.discovery.openapi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A document that is made when somebody asks for it. It is kept compressed, and that only as long as memory is not
 * needed for something else. Any thread; making it blocks others that want the same one.
 */
public final class Published {

    private final Supplier<String> hashing;
    private final Consumer<OutputStream> writing;
    private @Nullable String hash;
    private SoftReference<byte[]> kept = new SoftReference<>(null);

    /**
     * Makes a document.
     *
     * @param hashing gives a text that changes with the document
     * @param writing writes its bytes, the same ones every time
     */
    Published(Supplier<String> hashing, Consumer<OutputStream> writing) {
        this.hashing = hashing;
        this.writing = writing;
    }

    /** Returns a text that changes with the document: digits and capital letters. */
    public synchronized String hash() {
        String known = hash;
        if (known == null) {
            known = hashing.get();
            hash = known;
        }
        return known;
    }

    /** Returns the document, compressed. */
    public synchronized byte[] gzip() {
        byte[] bytes = kept.get();
        if (bytes == null) {
            bytes = make();
            kept = new SoftReference<>(bytes);
        }
        return bytes;
    }

    /** Returns the document as it is. */
    public byte[] plain() {
        try (var in = new GZIPInputStream(new ByteArrayInputStream(gzip()))) {
            return in.readAllBytes();
        } catch (IOException cannotBe) {
            throw new UncheckedIOException(cannotBe);
        }
    }

    private byte[] make() {
        var bytes = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(bytes)) {
            writing.accept(out);
        } catch (IOException cannotBe) {
            throw new UncheckedIOException(cannotBe);
        }
        return bytes.toByteArray();
    }
}
