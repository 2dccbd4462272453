package mortise.authn.serviceaccount;

import java.math.BigDecimal;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads durations such as {@code 24h} and {@code 1h30m0s}. Pure. */
final class Lifetime {

    private static final Pattern WHOLE = Pattern.compile("0|([0-9]{1,9}(\\.[0-9]{1,9})?[hms])+");
    private static final Pattern PART = Pattern.compile("([0-9.]+)([hms])");
    private static final long MINUTE_SECONDS = 60;
    private static final long HOUR_SECONDS = 3600;

    private Lifetime() {
    }

    /** Returns the whole seconds of a duration; nothing when the text is none. */
    static OptionalLong seconds(String text) {
        String stripped = text.strip();
        if (!WHOLE.matcher(stripped).matches()) {
            return OptionalLong.empty();
        }
        BigDecimal seconds = BigDecimal.ZERO;
        Matcher part = PART.matcher(stripped);
        while (part.find()) {
            long unit = switch (part.group(2)) {
                case "h" -> HOUR_SECONDS;
                case "m" -> MINUTE_SECONDS;
                default -> 1;
            };
            seconds = seconds.add(new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(unit)));
        }
        return OptionalLong.of(seconds.longValue());
    }
}
