package mortise.itests.load;

import java.util.Arrays;

/** Durations in nanoseconds. Confined to one thread until {@link #add(Latencies)} collects them. */
final class Latencies {

    private long[] nanos = new long[1024];
    private int count;

    void add(long duration) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, count * 2);
        }
        nanos[count++] = duration;
    }

    void add(Latencies other) {
        for (int i = 0; i < other.count; i++) {
            add(other.nanos[i]);
        }
    }

    int count() {
        return count;
    }

    /** The duration that this share (0 to 1) of all stayed at or below, in milliseconds; 0 without any. */
    double millisAt(double share) {
        if (count == 0) {
            return 0;
        }
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        int rank = (int) Math.ceil(share * count);
        return sorted[Math.max(0, Math.min(count, rank) - 1)] / 1e6;
    }
}
