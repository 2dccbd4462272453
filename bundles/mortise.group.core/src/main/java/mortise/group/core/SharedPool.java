package mortise.group.core;

import java.util.BitSet;
import java.util.Optional;
import java.util.function.Supplier;
import mortise.spi.group.SharedRecords;
import mortise.spi.group.SharedRecords.Versioned;

/**
 * What of one pool is taken, as all servers on one store know it. Before work the pool is made what the record says,
 * afterwards the record what the pool is, unless another server was faster. Not thread-safe.
 */
final class SharedPool {

    /** So long after it was seen first, what no service has is given back: its service was never stored. */
    private static final long LEAK_NANOS = 600_000_000_000L;

    private final String key;
    private final String range;
    private final NumberPool pool;
    private final int firstBit;
    private long version;
    private BitSet loaded = new BitSet();
    private BitSet suspects = new BitSet();
    private long lookedNanos;
    private boolean looked;

    /**
     * @param key of the record, for example {@code ranges/serviceips}
     * @param range what the record is about, as it says it
     * @param firstBit number that the first bit of the record stands for
     */
    SharedPool(String key, String range, NumberPool pool, int firstBit) {
        this.key = key;
        this.range = range;
        this.pool = pool;
        this.firstBit = firstBit;
    }

    /**
     * Makes the pool what the record says.
     *
     * @param held what stored services have; asked when there is no record of this range, and now and then
     */
    void load(SharedRecords records, Supplier<BitSet> held) {
        Optional<Versioned> found = records.read(key);
        version = found.map(Versioned::version).orElse(0L);
        Optional<BitSet> taken = found.flatMap(record -> RangeRecord.read(record.value(), range));
        loaded = taken.map(BitSet::clone).map(BitSet.class::cast).orElseGet(BitSet::new);
        BitSet numbers = shifted(loaded, firstBit);
        long now = System.nanoTime();
        if (taken.isEmpty()) {
            numbers.or(held.get());
        } else if (!looked || now - lookedNanos > LEAK_NANOS) {
            repair(numbers, held.get(), now);
        }
        pool.reset(numbers);
    }

    private void repair(BitSet numbers, BitSet held, long now) {
        BitSet leaked = (BitSet) numbers.clone();
        leaked.andNot(held);
        BitSet forLong = (BitSet) leaked.clone();
        forLong.and(suspects);
        numbers.andNot(forLong);
        numbers.or(held);
        suspects = leaked;
        looked = true;
        lookedNanos = now;
    }

    /** Makes the record what the pool is; says whether that is so, which it is not when another server was faster. */
    boolean save(SharedRecords records) {
        BitSet now = shifted(pool.taken(), -firstBit);
        return version > 0 && now.equals(loaded) || records.write(key, version, RangeRecord.write(now, range));
    }

    private static BitSet shifted(BitSet bits, int by) {
        if (by == 0) {
            return (BitSet) bits.clone();
        }
        var shifted = new BitSet();
        bits.stream().filter(bit -> bit + by >= 0).forEach(bit -> shifted.set(bit + by));
        return shifted;
    }
}
