package mortise.core.http.exchange;

import java.util.OptionalLong;

/** Durations in parameters of requests; see {@link mortise.api.GoDuration}. */
public final class GoDuration {

    private GoDuration() {
    }

    /** Returns the nanoseconds that a text says, or nothing when it is no duration. */
    public static OptionalLong nanos(String text) {
        return mortise.api.GoDuration.nanos(text);
    }
}
