package mortise.core.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The texts for people of one group. Read when somebody first asks and forgotten when memory is short: nothing but
 * OpenAPI documents and tables needs them. Any thread.
 */
final class TablesTexts {

    /** The inflated file; {@code starts[i]} is where text i is, {@code references} the indexes behind the texts. */
    private record Content(byte[] bytes, int[] starts, int[] references) {
    }

    private final Class<?> owner;
    private final String file;
    private volatile @Nullable SoftReference<Content> held;

    TablesTexts(Class<?> owner, String file) {
        this.owner = owner;
        this.file = file;
    }

    /** Returns a text by its place among all references, which follow one another without gaps. */
    String text(int reference) {
        Content content = content();
        if (reference >= content.references().length) {
            throw new IllegalStateException(file + " of " + owner.getName() + " belongs to other kinds");
        }
        return new TablesInput(content.bytes(), content.starts()[content.references()[reference]]).text();
    }

    private Content content() {
        SoftReference<Content> reference = held;
        Content content = reference == null ? null : reference.get();
        if (content == null) {
            content = parse(read());
            held = new SoftReference<>(content);
        }
        return content;
    }

    private byte[] read() {
        try (InputStream in = owner.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("No " + file + " beside " + owner.getName());
            }
            return new InflaterInputStream(in).readAllBytes();
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot read " + file + " of " + owner.getName(), failure);
        }
    }

    private static Content parse(byte[] bytes) {
        var in = new TablesInput(bytes, 0);
        int[] starts = new int[in.number()];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = in.position();
            in.skipText();
        }
        var references = new ArrayList<Integer>();
        while (in.position() < bytes.length) {
            references.add(in.number());
        }
        return new Content(bytes, starts, toArray(references));
    }

    private static int[] toArray(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }
}
