package mortise.itests.kinds;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.assertj.core.api.Assertions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What went wrong in many cases, each different thing once with its first case, so that one run finds several bugs. */
final class Failures {

    private static final int SHOWN_MAX = 40;
    private static final int TEXT_MAX = 1500;

    private record Entry(String example, int[] count) {
    }

    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);
    private static final List<String> KNOWN = Lines.of("known-bugs.txt");

    private final Map<String, Entry> failures = new LinkedHashMap<>();

    /** Runs a case and notes what it throws; {@code example} says what the case was. */
    void watch(String what, Supplier<String> example, Runnable body) {
        try {
            body.run();
        } catch (StackOverflowError | RuntimeException | AssertionError thrown) {
            add(what + ": " + signature(thrown), () -> rest(thrown) + example.get());
        }
    }

    /** Notes a failure by its name, unless a line of {@code known-bugs.txt} is a part of that. */
    void add(String what, Supplier<String> example) {
        if (KNOWN.stream().anyMatch(what::contains)) {
            LOG.debug("known: {}", what);
            return;
        }
        Entry known = failures.get(what);
        if (known == null) {
            String text = example.get();
            known = new Entry(text.length() > TEXT_MAX ? text.substring(0, TEXT_MAX) + "..." : text, new int[1]);
            failures.put(what, known);
        }
        known.count()[0]++;
    }

    /** Returns the message without the line that is the same for all such failures. */
    private static String rest(Throwable thrown) {
        String message = String.valueOf(thrown.getMessage());
        int end = message.indexOf('\n');
        return end < 0 ? "" : message.substring(end + 1) + " in ";
    }

    void assertNone(Seeds seeds) {
        var text = new StringBuilder();
        failures.entrySet().stream().limit(SHOWN_MAX).forEach(failure -> text.append("\n* ").append(failure.getKey())
                .append("\n  ").append(failure.getValue().count()[0]).append(" times; first: ")
                .append(failure.getValue().example()));
        Assertions.assertThat(failures.keySet())
                .as("-Dmortise.seed=%d repeats this%s", seeds.base(), text.toString().replace("%", "%%")).isEmpty();
    }

    /** Returns what was thrown and by which line of the project. */
    private static String signature(Throwable thrown) {
        String message = String.valueOf(thrown.getMessage())
                .lines().filter(line -> !line.isBlank()).findFirst().orElse("");
        String first = message.length() > 160 ? message.substring(0, 160) : message;
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (frame.getClassName().startsWith("mortise.") && !frame.getClassName().startsWith("mortise.itests.")) {
                return thrown.getClass().getSimpleName() + " at " + frame
                        + (thrown instanceof AssertionError ? " " + first : "");
            }
        }
        return thrown.getClass().getSimpleName() + " " + first;
    }
}
