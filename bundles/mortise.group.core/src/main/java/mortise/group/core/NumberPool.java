package mortise.group.core;

import java.util.BitSet;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;

/**
 * A supply of the numbers from 0 up to a size. The lowest ones are the static band: those that callers name are
 * expected there, so others are handed out from above it while there are any. Not thread-safe.
 */
final class NumberPool {

    private final BitSet taken;
    private final int size;
    private final int band;
    private final RandomGenerator random;

    NumberPool(int size, int band, RandomGenerator random) {
        this.taken = new BitSet(size);
        this.size = size;
        this.band = band;
        this.random = random;
    }

    /**
     * Returns how large the static band is: a part of all, within bounds, and none where there is hardly anything.
     *
     * @param part what the size is divided by
     */
    static int band(int size, int part, int least, int most) {
        return size <= least ? 0 : Math.min(Math.max(size / part, least), most);
    }

    /** Returns a copy of what is taken. */
    BitSet taken() {
        return (BitSet) taken.clone();
    }

    /** Makes exactly these numbers taken. */
    void reset(BitSet numbers) {
        taken.clear();
        taken.or(numbers);
    }

    boolean contains(long number) {
        return number >= 0 && number < size;
    }

    boolean isTaken(int number) {
        return taken.get(number);
    }

    /** Takes a number; says whether it was free. */
    boolean take(int number) {
        boolean free = !taken.get(number);
        taken.set(number);
        return free;
    }

    /** Takes any number; nothing when all are taken. */
    OptionalInt takeAny() {
        OptionalInt number = free(band, size);
        if (number.isEmpty()) {
            number = free(0, band);
        }
        number.ifPresent(taken::set);
        return number;
    }

    /** Looks from a random place on, so that a number just given back is unlikely to be given to somebody else. */
    private OptionalInt free(int from, int to) {
        if (from >= to) {
            return OptionalInt.empty();
        }
        int start = random.nextInt(from, to);
        int found = taken.nextClearBit(start);
        if (found >= to) {
            found = taken.nextClearBit(from);
        }
        return found < to ? OptionalInt.of(found) : OptionalInt.empty();
    }

    void giveBack(int number) {
        taken.clear(number);
    }
}
