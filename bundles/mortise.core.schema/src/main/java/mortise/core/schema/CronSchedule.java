package mortise.core.schema;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The syntax of schedules: five fields, or a macro. */
final class CronSchedule {

    private record Bounds(int low, int high, Map<String, Integer> names) {
    }

    /** What is wrong with a schedule, in the words for the client. */
    private static final class Fault extends Exception {

        private static final long serialVersionUID = 1L;

        Fault(String message) {
            super(message);
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    private static final List<Bounds> FIELDS = List.of(
            new Bounds(0, 59, Map.of()), new Bounds(0, 23, Map.of()), new Bounds(1, 31, Map.of()),
            new Bounds(1, 12, Map.ofEntries(
                    Map.entry("jan", 1), Map.entry("feb", 2), Map.entry("mar", 3), Map.entry("apr", 4),
                    Map.entry("may", 5), Map.entry("jun", 6), Map.entry("jul", 7), Map.entry("aug", 8),
                    Map.entry("sep", 9), Map.entry("oct", 10), Map.entry("nov", 11), Map.entry("dec", 12))),
            new Bounds(0, 6, Map.of("sun", 0, "mon", 1, "tue", 2, "wed", 3, "thu", 4, "fri", 5, "sat", 6)));
    private static final Set<String> MACROS =
            Set.of("@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly");
    private static final String EVERY = "@every ";
    private static final Pattern DURATION =
            Pattern.compile("[-+]?(0|(([0-9]{1,18}(\\.[0-9]{0,18})?|\\.[0-9]{1,18})(ns|us|µs|μs|ms|s|m|h)){1,8})");

    private CronSchedule() {
    }

    static Optional<String> fault(String schedule) {
        try {
            check(schedule);
            return Optional.empty();
        } catch (Fault fault) {
            return Optional.of(String.valueOf(fault.getMessage()));
        }
    }

    private static void check(String schedule) throws Fault {
        if (schedule.isEmpty()) {
            throw new Fault("empty spec string");
        }
        String spec = schedule;
        if (spec.startsWith("TZ=") || spec.startsWith("CRON_TZ=")) {
            int space = spec.indexOf(' ');
            if (space < 0) {
                throw new Fault("provided bad location " + spec.substring(spec.indexOf('=') + 1));
            }
            spec = spec.substring(space).strip();
        }
        if (spec.startsWith("@")) {
            checkMacro(spec);
            return;
        }
        String[] fields = spec.isBlank() ? new String[0] : spec.strip().split("\\s+");
        if (fields.length != FIELDS.size()) {
            throw new Fault("expected exactly 5 fields, found " + fields.length + ": ["
                    + String.join(" ", fields) + "]");
        }
        for (int at = 0; at < fields.length; at++) {
            for (String part : fields[at].split(",")) {
                checkRange(part, FIELDS.get(at));
            }
        }
    }

    private static void checkMacro(String macro) throws Fault {
        if (macro.startsWith(EVERY)) {
            String duration = macro.substring(EVERY.length());
            if (!DURATION.matcher(duration).matches()) {
                throw new Fault("failed to parse duration " + macro + ": time: invalid duration \"" + duration + "\"");
            }
        } else if (!MACROS.contains(macro)) {
            throw new Fault("unrecognized descriptor: " + macro);
        }
    }

    /** Checks {@code *}, {@code a}, {@code a-b}, each with or without {@code /step}. */
    private static void checkRange(String range, Bounds bounds) throws Fault {
        String[] parts = range.split("/", -1);
        String[] ends = parts[0].split("-", -1);
        int start;
        int end;
        if (ends[0].equals("*") || ends[0].equals("?")) {
            start = bounds.low();
            end = bounds.high();
        } else {
            start = value(ends[0], bounds);
            if (ends.length > 2) {
                throw new Fault("too many hyphens: " + range);
            }
            end = ends.length == 2 ? value(ends[1], bounds) : start;
        }
        int step = 1;
        if (parts.length == 2) {
            step = number(parts[1]);
            end = ends.length == 1 ? bounds.high() : end;
        } else if (parts.length > 2) {
            throw new Fault("too many slashes: " + range);
        }
        checkBounds(range, start, end, step, bounds);
    }

    private static void checkBounds(String range, int start, int end, int step, Bounds bounds) throws Fault {
        if (start < bounds.low()) {
            throw new Fault("beginning of range (" + start + ") below minimum (" + bounds.low() + "): " + range);
        }
        if (end > bounds.high()) {
            throw new Fault("end of range (" + end + ") above maximum (" + bounds.high() + "): " + range);
        }
        if (start > end) {
            throw new Fault("beginning of range (" + start + ") beyond end of range (" + end + "): " + range);
        }
        if (step == 0) {
            throw new Fault("step of range should be a positive number: " + range);
        }
    }

    private static int value(String text, Bounds bounds) throws Fault {
        Integer named = bounds.names().get(text.toLowerCase(Locale.ROOT));
        return named != null ? named : number(text);
    }

    private static int number(String text) throws Fault {
        int number;
        try {
            number = Integer.parseInt(text);
        } catch (NumberFormatException none) {
            throw new Fault("failed to parse int from " + text + ": strconv.Atoi: parsing \"" + text
                    + "\": invalid syntax");
        }
        if (number < 0) {
            throw new Fault("negative number (" + number + ") not allowed: " + text);
        }
        return number;
    }
}
