package mortise.itests.load;

import java.util.OptionalDouble;

/**
 * What a stretch of one work gave.
 *
 * @param seconds how long it took
 * @param operations how many were answered well
 * @param bytes in the bodies of the answers
 * @param latencies of each operation
 * @param cpuMillis of the server in that time
 * @param errors how many were not answered well
 * @param firstError what the first of them said, or an empty text
 */
record Phase(double seconds, long operations, long bytes, Latencies latencies, OptionalDouble cpuMillis, long errors,
        String firstError) {

    double perSecond() {
        return operations / seconds;
    }

    OptionalDouble cpuMillisPerOperation() {
        return cpuMillis.isPresent() && operations > 0 ? OptionalDouble.of(cpuMillis.getAsDouble() / operations)
                : OptionalDouble.empty();
    }

    /** The same for operations that were so many in each of these. */
    Phase times(int each) {
        return new Phase(seconds, operations * each, bytes, latencies, cpuMillis, errors, firstError);
    }
}
