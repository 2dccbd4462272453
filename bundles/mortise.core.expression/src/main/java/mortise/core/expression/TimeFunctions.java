package mortise.core.expression;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.function.ToLongFunction;

/** Parts of times and durations. */
final class TimeFunctions {

    private static final int WEEK = 7;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private TimeFunctions() {
    }

    static void register(Registry registry) {
        part(registry, "getFullYear", ZonedDateTime::getYear);
        part(registry, "getMonth", time -> time.getMonthValue() - 1);
        part(registry, "getDate", ZonedDateTime::getDayOfMonth);
        part(registry, "getDayOfMonth", time -> time.getDayOfMonth() - 1);
        part(registry, "getDayOfWeek", time -> time.getDayOfWeek().getValue() % WEEK);
        part(registry, "getDayOfYear", time -> time.getDayOfYear() - 1);
        part(registry, "getHours", ZonedDateTime::getHour);
        part(registry, "getMinutes", ZonedDateTime::getMinute);
        part(registry, "getSeconds", ZonedDateTime::getSecond);
        part(registry, "getMilliseconds", time -> time.getNano() / NANOS_PER_MILLI);
        registry.add("getHours", Duration.class, Duration::toHours);
        registry.add("getMinutes", Duration.class, Duration::toMinutes);
        registry.add("getSeconds", Duration.class, Duration::toSeconds);
        registry.add("getMilliseconds", Duration.class, duration -> (long) duration.toMillisPart());
    }

    private static void part(Registry registry, String name, ToLongFunction<ZonedDateTime> part) {
        registry.add(name, Instant.class, time -> part.applyAsLong(Moments.at(time, "")));
        registry.add(name, Instant.class, String.class, (time, zone) -> part.applyAsLong(Moments.at(time, zone)));
    }
}
