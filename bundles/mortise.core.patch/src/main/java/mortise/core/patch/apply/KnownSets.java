package mortise.core.patch.apply;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * Sets of fields that were read or written lately, those that were read by their texts: objects that the same program
 * wrote have the same ones, and an object has them from one write to the next. Any thread.
 */
final class KnownSets {

    /** Twelve megabytes with what was read from them, if all are as long as they may be. */
    private static final int SETS_MAX = 256;
    private static final int TEXT_BYTES_MAX = 8 << 10;
    /** Bytes of a text that tell where it is kept. */
    private static final int SAMPLES = 64;

    private record Known(byte[] json, Shape shape, FieldsForm.Read read) {
    }

    private static final AtomicReferenceArray<Known> SETS = new AtomicReferenceArray<>(SETS_MAX);

    /** Those that were written, about three megabytes when they are of pods. */
    private static final AtomicReferenceArray<FieldSet> WRITTEN = new AtomicReferenceArray<>(SETS_MAX);

    private KnownSets() {
    }

    /**
     * Returns what was read of a text.
     *
     * @param json not changed any more
     * @param shape of the objects whose fields it names
     * @param reader reads it
     */
    static FieldsForm.Read of(byte[] json, Shape shape, Supplier<FieldsForm.Read> reader) {
        int slot = slot(json);
        Known known = SETS.get(slot);
        if (known != null && known.shape == shape && Arrays.equals(known.json, json)) {
            return known.read;
        }
        FieldsForm.Read read = reader.get();
        if (json.length <= TEXT_BYTES_MAX) {
            SETS.set(slot, new Known(json, shape, read));
        }
        return read;
    }

    /** Returns the set, or an equal one that was written lately and has its text already. */
    static FieldSet same(FieldSet set) {
        int slot = mixed(set.hashCode());
        FieldSet known = WRITTEN.get(slot);
        if (set.equals(known)) {
            return known;
        }
        if (set.json().length <= TEXT_BYTES_MAX) {
            WRITTEN.set(slot, set);
        }
        return set;
    }

    private static int slot(byte[] json) {
        int hash = json.length;
        int stride = json.length / SAMPLES + 1;
        for (int i = 0; i < json.length; i += stride) {
            hash = 31 * hash + json[i];
        }
        return mixed(hash);
    }

    private static int mixed(int hash) {
        return (hash ^ hash >>> 16 ^ hash >>> 8) & SETS_MAX - 1;
    }
}
