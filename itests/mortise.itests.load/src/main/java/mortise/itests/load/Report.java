package mortise.itests.load;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Prints tables, in columns for a terminal or as Markdown. Not thread safe. */
final class Report {

    private static final int FIRST_WIDTH = 40;
    private static final int WIDTH = 12;

    private final PrintStream out;
    private final boolean markdown;
    /** What is said about rows of the table that is printed; it follows the table. */
    private final List<String> notes = new ArrayList<>();

    Report(PrintStream out, boolean markdown) {
        this.out = out;
        this.markdown = markdown;
    }

    void table(Object... heads) {
        end();
        row(heads);
        if (markdown) {
            row(Collections.nCopies(heads.length, "---").toArray());
        }
    }

    void row(Object... cells) {
        var line = new StringBuilder(markdown ? "|" : "");
        for (int i = 0; i < cells.length; i++) {
            if (markdown) {
                line.append(' ').append(cells[i]).append(" |");
            } else {
                line.append(i == 0 ? ("%-" + FIRST_WIDTH + "s").formatted(cells[i])
                        : (" %" + WIDTH + "s").formatted(cells[i]));
            }
        }
        out.println(line);
        out.flush();
    }

    /** Says something about the row before. */
    void note(String text) {
        if (markdown) {
            notes.add("* " + text);
        } else {
            out.println("  " + text);
        }
    }

    /** Says something that belongs to no table. */
    void line(String text) {
        end();
        out.println(text);
    }

    /** Ends a table. */
    void end() {
        if (markdown) {
            out.println();
            notes.forEach(out::println);
            out.println();
            notes.clear();
        }
    }

    /** Three figures that mean something. */
    static String number(double value) {
        String format = value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : value >= 1 ? "%.2f" : "%.4f";
        return String.format(Locale.ROOT, format, value);
    }

    static String number(OptionalDouble value) {
        return value.isPresent() ? number(value.getAsDouble()) : "?";
    }
}
