package mortise.core.http.filter;

import java.util.UUID;
import java.util.random.RandomGenerator;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.Filter;

/** Gives every request a name: the one in its {@code Audit-Id} header, or a new one. The answer carries it. */
public final class RequestId implements Filter {

    private static final int LENGTH_MAX = 64;
    private static final long VERSION_4 = 0x4000L;
    private static final long VARIANT = 0x8000000000000000L;

    private final RandomGenerator random;

    /** Takes a generator that may be used from many threads; the names need to be distinct, not secret. */
    public RequestId(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public void apply(ApiExchange exchange, Next next) {
        String sent = exchange.wire().header("Audit-Id");
        exchange.requestId(usable(sent) ? sent : generate());
        next.proceed(exchange);
    }

    private String generate() {
        long high = random.nextLong() & ~0xf000L | VERSION_4;
        long low = random.nextLong() & ~(3L << 62) | VARIANT;
        return new UUID(high, low).toString();
    }

    private static boolean usable(String sent) {
        if (sent.isEmpty() || sent.length() > LENGTH_MAX) {
            return false;
        }
        for (int i = 0; i < sent.length(); i++) {
            if (sent.charAt(i) <= 0x20 || sent.charAt(i) >= 0x7f) {
                return false;
            }
        }
        return true;
    }
}
