package mortise.itests.crash;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A write that a client began, and what it knows of how that ended. Each is to be found in what it wrote: {@link #V}
 * has its number. Written by one thread, and read when that has ended.
 */
final class Attempt {

    /** What a client may do. */
    enum Kind { CREATE, UPDATE, PATCH, DELETE, DELETE_COLLECTION }

    /** What it knows in the end. */
    enum Outcome { UNKNOWN, ACKNOWLEDGED, REFUSED }

    /** Field with the number of the last attempt that wrote the object. */
    static final String V = "v";
    /** Field with the number of the last one that wrote all of it. */
    static final String WHOLE = "whole";
    /** Field with the number of the last one that wrote a part of it. */
    static final String PART = "part";
    private static final String PAD = "pad";
    private static final int PAD_QUARTERS = 500;
    private static final int SPREAD = 37;

    final long number;
    final Kind kind;
    /** Plural name, for example {@code configmaps}. */
    final String resource;
    /** Of the object; the label's value for a collection. */
    final String name;
    /** That the client demanded; 0 for none. */
    final long expected;

    Outcome outcome = Outcome.UNKNOWN;
    /** That it was acknowledged with; deletions have none. */
    long revision;
    /** Those that an acknowledged deletion named. */
    Set<String> uids = Set.of();
    /** The event that it was found in. */
    @Nullable ObjectEvent event;

    Attempt(long number, Kind kind, String resource, String name, long expected) {
        this.number = number;
        this.kind = kind;
        this.resource = resource;
        this.name = name;
        this.expected = expected;
    }

    /** Returns the data that it sends: texts that are the same in a secret, where they have to be base64. */
    Map<String, Object> data() {
        String own = id(number);
        Map<String, Object> data = new LinkedHashMap<>();
        data.put(V, own);
        if (kind == Kind.PATCH) {
            data.put(PART, own);
        } else {
            data.put(WHOLE, own);
            data.put(PAD, "pads".repeat(1 + (int) (number * SPREAD % PAD_QUARTERS)));
        }
        return data;
    }

    /** Returns the data that the object has to have afterwards. */
    Map<String, Object> result(Map<String, Object> before) {
        Map<String, Object> after = new TreeMap<>(kind == Kind.PATCH ? before : Map.of());
        after.putAll(data());
        return after;
    }

    boolean isDeletion() {
        return kind == Kind.DELETE || kind == Kind.DELETE_COLLECTION;
    }

    /** Twelve digits. */
    static String id(long number) {
        return "%012d".formatted(number);
    }

    @Override
    public String toString() {
        return "attempt " + number + ", " + kind + " " + resource + "/" + name
                + (expected == 0 ? "" : " at " + expected) + ", " + outcome
                + (revision == 0 ? "" : " with " + revision) + (uids.isEmpty() ? "" : " of " + uids);
    }
}
