package mortise.core.http.filter;

import java.time.Duration;
import mortise.api.ApiException;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.Filter;

/** Shortens the time of a request to what its {@code timeout} parameter says, which never makes it longer. */
public final class Deadline implements Filter {

    private static final String[] UNITS = {"h", "ms", "m", "us", "ns", "s"};
    private static final double[] NANOS = {3_600e9, 1e6, 60e9, 1e3, 1, 1e9};

    private final Duration most;

    /** Takes the time that every request has. */
    public Deadline(Duration most) {
        this.most = most;
    }

    @Override
    public void apply(ApiExchange exchange, Next next) {
        String wanted = exchange.query().first("timeout");
        if (!wanted.isEmpty() && !exchange.info().longRunning()) {
            long nanos = nanos(wanted);
            if (nanos > 0 && nanos < most.toNanos()) {
                exchange.guard().deadline(System.nanoTime() + nanos);
            }
        }
        next.proceed(exchange);
    }

    /** Reads durations as Go writes them: {@code 1m30s}, {@code 500ms}, {@code 0}. */
    static long nanos(String text) {
        double sum = 0;
        int at = 0;
        while (at < text.length()) {
            int end = at;
            while (end < text.length() && (Character.isDigit(text.charAt(end)) || text.charAt(end) == '.')) {
                end++;
            }
            int unit = unit(text, end);
            if (end == at || (unit < 0 && !text.equals("0"))) {
                throw invalid(text);
            }
            sum += unit < 0 ? 0 : number(text, at, end) * NANOS[unit];
            at = unit < 0 ? end : end + UNITS[unit].length();
        }
        return (long) sum;
    }

    private static int unit(String text, int at) {
        for (int i = 0; i < UNITS.length; i++) {
            if (text.startsWith(UNITS[i], at)) {
                return i;
            }
        }
        return -1;
    }

    private static double number(String text, int from, int to) {
        try {
            return Double.parseDouble(text.substring(from, to));
        } catch (NumberFormatException severalDots) {
            throw invalid(text);
        }
    }

    private static ApiException invalid(String text) {
        return ApiException.badRequest(
                "invalid timeout specified in the request URL: time: invalid duration \"" + text + "\"");
    }
}
