package mortise.core.http.filter;

import java.util.List;
import java.util.concurrent.Semaphore;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.UserInfo;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.Filter;
import mortise.core.http.exchange.RequestInfo;

/**
 * Limits how many requests are worked on at once, those that may change something apart from the others. Watches do not
 * count, health checks and {@code system:masters} are never turned away.
 */
public final class MaxInFlight implements Filter {

    private final int readingMax;
    private final int mutatingMax;
    private final Semaphore reading;
    private final Semaphore mutating;

    /** Takes the two limits; 0 is no limit. */
    public MaxInFlight(int readingMax, int mutatingMax) {
        this.readingMax = readingMax;
        this.mutatingMax = mutatingMax;
        reading = new Semaphore(readingMax == 0 ? Integer.MAX_VALUE : readingMax);
        mutating = new Semaphore(mutatingMax == 0 ? Integer.MAX_VALUE : mutatingMax);
    }

    /** Says whether its limits are these. */
    public boolean allows(int mostReading, int mostMutating) {
        return readingMax == mostReading && mutatingMax == mostMutating;
    }

    /** Returns how many that change nothing are worked on. */
    public int reading() {
        return (readingMax == 0 ? Integer.MAX_VALUE : readingMax) - reading.availablePermits();
    }

    /** Returns how many that may change something are worked on. */
    public int mutating() {
        return (mutatingMax == 0 ? Integer.MAX_VALUE : mutatingMax) - mutating.availablePermits();
    }

    @Override
    public void apply(ApiExchange exchange, Next next) {
        RequestInfo info = exchange.info();
        if (info.longRunning() || isHealth(info)) {
            next.proceed(exchange);
            return;
        }
        Semaphore limit = info.mutating() ? mutating : reading;
        boolean counted = limit.tryAcquire();
        if (!counted && !exchange.user().groups().contains(UserInfo.MASTERS)) {
            throw new ApiException(ApiStatus.of(ErrorReason.TOO_MANY_REQUESTS,
                    "Too many requests, please try again later.", ApiStatus.Details.of(List.of(), 1)));
        }
        if (counted) {
            exchange.whenDone(limit::release);
        }
        next.proceed(exchange);
    }

    private static boolean isHealth(RequestInfo info) {
        String path = info.path();
        return !info.resourceRequest()
                && (path.startsWith("/livez") || path.startsWith("/readyz") || path.startsWith("/healthz"));
    }
}
