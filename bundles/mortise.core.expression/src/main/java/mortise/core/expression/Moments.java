package mortise.core.expression;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times and durations as texts. */
final class Moments {

    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
    private static final Pattern ZONE = Pattern.compile("([+-]?)(\\d{1,2}):(\\d{2})");
    private static final Pattern PART = Pattern.compile("(\\d+(?:\\.\\d*)?|\\.\\d+)(ns|us|µs|μs|ms|s|m|h)");
    private static final Map<String, BigDecimal> NANOS = Map.of("ns", BigDecimal.ONE, "us", BigDecimal.TEN.pow(3),
            "µs", BigDecimal.TEN.pow(3), "μs", BigDecimal.TEN.pow(3), "ms", BigDecimal.TEN.pow(6),
            "s", BigDecimal.TEN.pow(9), "m", BigDecimal.valueOf(60_000_000_000L),
            "h", BigDecimal.valueOf(3_600_000_000_000L));
    private static final int ZONE_HOURS = 2;
    private static final int ZONE_MINUTES = 3;

    private Moments() {
    }

    /** Reads RFC 3339, or a date, which is its first moment in UTC. */
    static Instant timestamp(String text) {
        try {
            return DATE.matcher(text).matches()
                    ? LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC)
                    : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("invalid timestamp \"" + text + "\"", e);
        }
    }

    /** Reads a text such as {@code 1h30m} or {@code -1.5s}. */
    static Duration duration(String text) {
        boolean negative = text.startsWith("-");
        String rest = negative || text.startsWith("+") ? text.substring(1) : text;
        if (rest.equals("0")) {
            return Duration.ZERO;
        }
        BigDecimal nanos = BigDecimal.ZERO;
        Matcher part = PART.matcher(rest);
        int at = 0;
        while (at < rest.length() && part.region(at, rest.length()).lookingAt()) {
            nanos = nanos.add(new BigDecimal(part.group(1)).multiply(NANOS.get(part.group(2))));
            at = part.end();
        }
        if (at == 0 || at < rest.length()) {
            throw new IllegalArgumentException("time: invalid duration \"" + text + "\"");
        }
        try {
            long whole = nanos.setScale(0, RoundingMode.DOWN).longValueExact();
            return Duration.ofNanos(negative ? -whole : whole);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("time: invalid duration \"" + text + "\"", e);
        }
    }

    /** Returns a time at a place: {@code Europe/Berlin} or {@code +02:00}. */
    static ZonedDateTime at(Instant time, String zone) {
        Matcher offset = ZONE.matcher(zone);
        try {
            if (offset.matches()) {
                int sign = offset.group(1).equals("-") ? -1 : 1;
                return time.atZone(ZoneOffset.ofHoursMinutes(sign * Integer.parseInt(offset.group(ZONE_HOURS)),
                        sign * Integer.parseInt(offset.group(ZONE_MINUTES))));
            }
            return time.atZone(zone.isEmpty() ? ZoneOffset.UTC : ZoneId.of(zone));
        } catch (DateTimeException e) {
            throw Fault.of("unknown time zone %s", zone);
        }
    }
}
