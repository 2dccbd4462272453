package mortise.core.http.render;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import mortise.core.codec.JsonEncoder;
import mortise.spi.group.Elapsed;
import org.jspecify.annotations.Nullable;

/**
 * A row of a table up to its object, as bytes in which only the ages are missing: they are counted whenever the row is
 * written. Immutable, any thread.
 */
final class TableRow {

    private static final byte[] BEGIN = Fragments.bytes("{\"cells\":[");
    private static final byte[] END = Fragments.bytes("],\"object\":");

    /** An age, and the place in the bytes where it belongs. */
    private record Age(int at, Instant since) {
    }

    private final byte[] bytes;
    private final List<Age> ages;

    private TableRow(byte[] bytes, List<Age> ages) {
        this.bytes = bytes;
        this.ages = ages;
    }

    /**
     * Returns a row of cells.
     *
     * @param cells what {@link #check} lets pass
     */
    static TableRow of(List<@Nullable Object> cells) {
        var bytes = new ByteArrayOutputStream(256);
        var ages = new ArrayList<Age>(2);
        bytes.writeBytes(BEGIN);
        boolean first = true;
        for (Object cell : cells) {
            if (!first) {
                bytes.write(',');
            }
            first = false;
            if (cell instanceof Elapsed age) {
                byte[] before = JsonEncoder.encode(age.before());
                bytes.write(before, 0, before.length - 1);
                ages.add(new Age(bytes.size(), age.since()));
                byte[] after = JsonEncoder.encode(age.after());
                bytes.write(after, 1, after.length - 1);
            } else {
                bytes.writeBytes(JsonEncoder.encode(cell));
            }
        }
        bytes.writeBytes(END);
        return new TableRow(bytes.toByteArray(), List.copyOf(ages));
    }

    /**
     * Looks whether something can be a cell.
     *
     * @throws IllegalArgumentException when it cannot
     */
    static void check(@Nullable Object cell) {
        if (cell != null && !(cell instanceof String || cell instanceof Long || cell instanceof Double
                || cell instanceof Boolean || cell instanceof Elapsed)) {
            throw new IllegalArgumentException("a " + cell.getClass().getName() + " is no cell");
        }
    }

    /** Writes the row as it is at a time. */
    void write(Instant now, OutputStream out) throws IOException {
        int from = 0;
        for (Age age : ages) {
            out.write(bytes, from, age.at() - from);
            // Letters, digits and angle brackets, which mean themselves in JSON.
            out.write(Fragments.bytes(Elapsed.shortForm(Duration.between(age.since(), now))));
            from = age.at();
        }
        out.write(bytes, from, bytes.length - from);
    }
}
