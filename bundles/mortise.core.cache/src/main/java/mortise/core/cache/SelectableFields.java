package mortise.core.cache;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import mortise.api.ApiObject;
import org.jspecify.annotations.Nullable;

/**
 * How to read the selectable fields of one resource, prepared so that an entry needs only an array for their values;
 * and what the entries of a cache have in common, which is held once. Any thread.
 */
final class SelectableFields {

    private static final int SHARED_TEXTS = 1024;

    private final Map<String, Integer> positions = new HashMap<>();
    private final List<Function<ApiObject, String>> readers = new ArrayList<>();

    /** Texts seen lately, by hash: most values repeat. A lost race costs one duplicate, nothing else. */
    private final @Nullable String @Nullable [] texts;
    /** The same for what one owner's objects say of it. */
    private final byte @Nullable [] @Nullable [] linked;
    private final @Nullable SharedPieces pieces;

    /** For the entries of a cache. */
    SelectableFields(Map<String, Function<ApiObject, String>> selectable) {
        this(selectable, new String[SHARED_TEXTS], new byte[SHARED_TEXTS][], new SharedPieces());
    }

    /** For one entry, which shares nothing with others. */
    static SelectableFields ofOne(Map<String, Function<ApiObject, String>> selectable) {
        return new SelectableFields(selectable, null, null, null);
    }

    private SelectableFields(Map<String, Function<ApiObject, String>> selectable,
            @Nullable String @Nullable [] texts, byte @Nullable [] @Nullable [] linked,
            @Nullable SharedPieces pieces) {
        this.texts = texts;
        this.linked = linked;
        this.pieces = pieces;
        selectable.forEach((path, reader) -> {
            positions.put(path, readers.size());
            readers.add(reader);
        });
    }

    /** Returns where in the values of an entry a field is; -1 when it is not selectable. */
    int position(String path) {
        return positions.getOrDefault(path, -1);
    }

    boolean isEmpty() {
        return readers.isEmpty();
    }

    String[] read(ApiObject object) {
        var values = new String[readers.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = share(readers.get(i).apply(object));
        }
        return values;
    }

    /** Returns an equal text, one that is already held if possible. */
    String share(String text) {
        if (texts == null) {
            return text;
        }
        int slot = text.hashCode() & (SHARED_TEXTS - 1);
        String known = texts[slot];
        if (text.equals(known)) {
            return known;
        }
        texts[slot] = text;
        return text;
    }

    /** Returns equal bytes, those that are already held if possible. */
    byte[] share(byte[] links) {
        if (linked == null || links.length == 0) {
            return links;
        }
        int hash = Arrays.hashCode(links);
        int slot = (hash ^ hash >>> 16) & (SHARED_TEXTS - 1);
        byte[] known = linked[slot];
        if (Arrays.equals(links, known)) {
            return known;
        }
        linked[slot] = links;
        return links;
    }

    /** Returns what makes up the body of an entry, in order. */
    byte[][] pieces(byte[] body, int metadataLength) {
        return pieces == null ? new byte[][] {body} : pieces.cut(body, metadataLength);
    }
}
