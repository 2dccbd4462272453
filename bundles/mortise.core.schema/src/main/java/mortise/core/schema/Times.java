package mortise.core.schema;

import java.time.DateTimeException;
import java.time.LocalDateTime;

/**
 * Points in time as objects hold them: RFC 3339 in UTC with whole seconds or with six fractional digits. Reads any zone
 * and, as kube-apiserver does, hours of one digit and a comma before the fraction.
 */
public final class Times {

    private static final String SECONDS_LAYOUT = "2006-01-02T15:04:05Z07:00";
    private static final String MICROS_LAYOUT = "2006-01-02T15:04:05.000000Z07:00";
    private static final String FRACTION_LAYOUT = ".000000";
    private static final int YEAR_MAX = 9999;
    private static final int NANOS_PER_MICRO = 1000;
    /** Length of {@code 2006-01-02T15:04:05Z}. */
    private static final int UTC_LENGTH = 20;

    private final String text;
    private final boolean micros;
    private int at;

    private Times(String text, boolean micros) {
        this.text = text;
        this.micros = micros;
    }

    /**
     * Returns a time in UTC with whole seconds, for example {@code 2026-01-31T12:00:00Z}; a fraction is cut off.
     *
     * @throws IllegalArgumentException when it is no time, with the message that users see
     */
    public static String canonical(String text) {
        return new Times(text, false).format();
    }

    /**
     * Returns a time in UTC with six fractional digits, for example {@code 2026-01-31T12:00:00.000000Z}; the text must
     * have six digits, too.
     *
     * @throws IllegalArgumentException when it is no time, with the message that users see
     */
    public static String canonicalMicros(String text) {
        return new Times(text, true).format();
    }

    private String format() {
        int year = year();
        literal('-');
        int month = inRange(twoDigits("01"), 1, 12, "month");
        literal('-');
        int day = inRange(twoDigits("02"), 1, 31, "day");
        literal('T');
        int hour = inRange(hour(), 0, 23, "hour");
        literal(':');
        int minute = inRange(twoDigits("04"), 0, 59, "minute");
        literal(':');
        int second = inRange(twoDigits("05"), 0, 59, "second");
        int micro = micros ? sixDigits() : anyFraction();
        int offset = offsetMinutes();
        if (at < text.length()) {
            throw new IllegalArgumentException("parsing time " + quoted(text) + ": extra text: " + quoted(rest()));
        }
        LocalDateTime local = local(year, month, day).withHour(hour).withMinute(minute).withSecond(second);
        boolean canonical = offset == 0 && text.charAt(text.length() - 1) == 'Z'
                && text.length() == UTC_LENGTH + (micros ? FRACTION_LAYOUT.length() : 0)
                && (!micros || text.charAt(UTC_LENGTH - 1) == '.');
        LocalDateTime utc = local.minusMinutes(offset);
        if (utc.getYear() < 0 || utc.getYear() > YEAR_MAX) {
            // Its canonical form could not be read again.
            throw outOfRange("year");
        }
        return canonical ? text : format(utc.withNano(micro * NANOS_PER_MICRO));
    }

    private String format(LocalDateTime utc) {
        String seconds = String.format("%04d-%02d-%02dT%02d:%02d:%02d", utc.getYear(), utc.getMonthValue(),
                utc.getDayOfMonth(), utc.getHour(), utc.getMinute(), utc.getSecond());
        return micros ? seconds + String.format(".%06dZ", utc.getNano() / NANOS_PER_MICRO) : seconds + "Z";
    }

    private LocalDateTime local(int year, int month, int day) {
        try {
            return LocalDateTime.of(year, month, day, 0, 0);
        } catch (DateTimeException noSuchDay) {
            throw outOfRange("day");
        }
    }

    private int year() {
        int year = digits(4);
        if (year < 0) {
            throw unreadable("2006");
        }
        at += 4;
        return year;
    }

    private int twoDigits(String element) {
        int number = digits(2);
        if (number < 0) {
            throw unreadable(element);
        }
        at += 2;
        return number;
    }

    private int hour() {
        int length = digits(2) < 0 ? 1 : 2;
        int number = digits(length);
        if (number < 0) {
            throw unreadable("15");
        }
        at += length;
        return number;
    }

    /** Reads past a fraction of any length, which is not kept. */
    private int anyFraction() {
        if (startsFraction() && at + 1 < text.length() && isDigit(text.charAt(at + 1))) {
            at++;
            while (at < text.length() && isDigit(text.charAt(at))) {
                at++;
            }
        }
        return 0;
    }

    private int sixDigits() {
        int start = at++;
        int micro = start < text.length() && startsFraction(start) ? digits(6) : -1;
        if (micro < 0) {
            at = start;
            throw unreadable(FRACTION_LAYOUT);
        }
        at += 6;
        return micro;
    }

    private int offsetMinutes() {
        if (at < text.length() && text.charAt(at) == 'Z') {
            at++;
            return 0;
        }
        int start = at;
        int sign = start < text.length() ? "-?+".indexOf(text.charAt(start)) - 1 : 0;
        at++;
        int hours = digits(2);
        at += 2;
        boolean colon = at < text.length() && text.charAt(at) == ':';
        at++;
        int minutes = digits(2);
        if (Math.abs(sign) != 1 || hours < 0 || !colon || minutes < 0) {
            at = start;
            throw unreadable("Z07:00");
        }
        at += 2;
        inRange(hours, 0, 24, "time zone offset hour");
        inRange(minutes, 0, 60, "time zone offset minute");
        return sign * (hours * 60 + minutes);
    }

    private boolean startsFraction() {
        return at < text.length() && startsFraction(at);
    }

    private boolean startsFraction(int index) {
        return text.charAt(index) == '.' || text.charAt(index) == ',';
    }

    /** Returns the number that the next digits make, or -1 when there are not so many. */
    private int digits(int count) {
        if (at + count > text.length()) {
            return -1;
        }
        int number = 0;
        for (int i = at; i < at + count; i++) {
            if (!isDigit(text.charAt(i))) {
                return -1;
            }
            number = number * 10 + text.charAt(i) - '0';
        }
        return number;
    }

    private void literal(char expected) {
        if (at >= text.length() || text.charAt(at) != expected) {
            throw unreadable(String.valueOf(expected));
        }
        at++;
    }

    private int inRange(int number, int least, int greatest, String what) {
        if (number < least || number > greatest) {
            throw outOfRange(what);
        }
        return number;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private IllegalArgumentException outOfRange(String what) {
        return new IllegalArgumentException("parsing time " + quoted(text) + ": " + what + " out of range");
    }

    private IllegalArgumentException unreadable(String element) {
        return new IllegalArgumentException("parsing time " + quoted(text) + " as \""
                + (micros ? MICROS_LAYOUT : SECONDS_LAYOUT) + "\": cannot parse " + quoted(rest()) + " as \"" + element
                + "\"");
    }

    private String rest() {
        return text.substring(Math.min(at, text.length()));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
