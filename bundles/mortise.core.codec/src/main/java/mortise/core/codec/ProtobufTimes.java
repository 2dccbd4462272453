package mortise.core.codec;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Times as texts in JSON and as seconds and nanoseconds since 1970 in protobuf. Pure. */
final class ProtobufTimes {

    private static final int PLAIN_LENGTH = "2006-01-02T15:04:05Z".length();
    private static final long FIRST = LocalDate.of(0, 1, 1).toEpochDay() * 86_400;
    private static final long LAST = LocalDate.of(10_000, 1, 1).toEpochDay() * 86_400 - 1;
    private static final int NANOS_OF_MICRO = 1000;

    private ProtobufTimes() {
    }

    /** Reads RFC 3339; a malformed text is a {@link MalformedBodyException}. */
    static Instant parse(String text) {
        try {
            Instant plain = plain(text);
            return plain == null ? OffsetDateTime.parse(text).toInstant() : plain;
        } catch (DateTimeException malformed) {
            throw new MalformedBodyException("parsing time " + new String(JsonEncoder.encode(text),
                    StandardCharsets.UTF_8) + ": not in the form 2006-01-02T15:04:05Z07:00");
        }
    }

    /** Reads the form that nearly all times have; returns {@code null} for any other. */
    private static @Nullable Instant plain(String text) {
        if (text.length() != PLAIN_LENGTH || text.charAt(PLAIN_LENGTH - 1) != 'Z' || text.charAt(4) != '-'
                || text.charAt(7) != '-' || text.charAt(10) != 'T' || text.charAt(13) != ':'
                || text.charAt(16) != ':') {
            return null;
        }
        int year = digits(text, 0, 4);
        int month = digits(text, 5, 7);
        int day = digits(text, 8, 10);
        int hour = digits(text, 11, 13);
        int minute = digits(text, 14, 16);
        int second = digits(text, 17, 19);
        if ((year | month | day | hour | minute | second) < 0) {
            return null;
        }
        return LocalDateTime.of(year, month, day, hour, minute, second).toInstant(ZoneOffset.UTC);
    }

    private static int digits(String text, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = 10 * value + digit;
        }
        return value;
    }

    /** Returns whole seconds as text. */
    static String text(long seconds) {
        return whole(seconds).append('Z').toString();
    }

    /** Returns seconds with six fractional digits; what is finer is cut off. */
    static String microText(long seconds, int nanos) {
        if (nanos < 0 || nanos > 999_999_999) {
            throw new MalformedBodyException("a time has " + nanos + " nanoseconds");
        }
        String micros = Integer.toString(1_000_000 + nanos / NANOS_OF_MICRO);
        return whole(seconds).append('.').append(micros, 1, 7).append('Z').toString();
    }

    private static StringBuilder whole(long seconds) {
        if (seconds < FIRST || seconds > LAST) {
            throw new MalformedBodyException("Time.MarshalJSON: year outside of range [0,9999]");
        }
        LocalDateTime time = LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC);
        var text = new StringBuilder(27);
        pad(text, time.getYear(), 4).append('-');
        pad(text, time.getMonthValue(), 2).append('-');
        pad(text, time.getDayOfMonth(), 2).append('T');
        pad(text, time.getHour(), 2).append(':');
        pad(text, time.getMinute(), 2).append(':');
        return pad(text, time.getSecond(), 2);
    }

    private static StringBuilder pad(StringBuilder text, int number, int width) {
        String digits = Integer.toString(number);
        for (int i = digits.length(); i < width; i++) {
            text.append('0');
        }
        return text.append(digits);
    }
}
