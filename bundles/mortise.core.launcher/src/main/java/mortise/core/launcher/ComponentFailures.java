package mortise.core.launcher;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/**
 * What Declarative Services reports about components, in one readable record for each cause. It is told of a failure
 * again whenever somebody asks for the service, and of all that follows from it; both go to the debug log. Any thread.
 */
final class ComponentFailures {

    /** {@code bundle mortise.x:0.1.0 (37)[mortise.x.SomeClass(14)] : text}, where the first part may be missing. */
    private static final Pattern RECORD = Pattern.compile(
            "(?:bundle \\S+ \\(\\d+\\))?\\[([\\w.$]+)(?:\\(\\d+\\))?] ?:? ?(.*)", Pattern.DOTALL);
    private static final Pattern CONSEQUENCE = Pattern.compile("Could not get service from ref.*"
            + "|.*Unable to get service for reference.*|.*Service not available from service registry.*"
            + "|.*cannot be called on null object.*", Pattern.DOTALL);
    private static final Pattern START = Pattern.compile("Error during instantiation.*|The activate method.*",
            Pattern.DOTALL);

    /** The same failure within this time is the same event, noticed by somebody else. */
    private static final Duration SAME_EVENT = Duration.ofSeconds(5);

    private final InstantSource clock;
    /** What is known, by the class of the component. */
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    /** Why a component did not start, and since when that is in the log. */
    private record Known(Throwable cause, Instant reported) {
    }

    ComponentFailures(InstantSource clock) {
        this.clock = clock;
    }

    /** Returns why components did not start, by the name of their class; one of them may have started since. */
    Map<String, Throwable> causes() {
        Map<String, Throwable> causes = new HashMap<>();
        known.forEach((component, failure) -> causes.put(component, failure.cause()));
        return causes;
    }

    /** Writes a record of Declarative Services. */
    void write(Logger logger, Level level, String message, @Nullable Throwable failure) {
        Matcher record = RECORD.matcher(message);
        if (!record.matches()) {
            logger.atLevel(level).setCause(failure).log("{}", message);
            return;
        }
        String text = record.group(2);
        if (CONSEQUENCE.matcher(text).matches()) {
            logger.atDebug().setCause(failure).log("{}", message);
        } else if (failure != null && START.matcher(text).matches()) {
            doesNotStart(logger, record.group(1), failure);
        } else if (failure != null && text.startsWith("The modified method")) {
            logger.atLevel(level)
                    .log("{} keeps the settings it has: {}", shortName(record.group(1)), words(cause(failure)));
        } else {
            logger.atLevel(level).setCause(failure == null ? null : cause(failure))
                    .log("{}: {}", shortName(record.group(1)), text);
        }
    }

    private void doesNotStart(Logger logger, String component, Throwable failure) {
        Throwable cause = cause(failure);
        Instant now = clock.instant();
        Known before = known.get(component);
        boolean same = before != null && words(before.cause()).equals(words(cause))
                && now.isBefore(before.reported().plus(SAME_EVENT));
        known.put(component, new Known(cause, same ? before.reported() : now));
        logger.atLevel(same ? Level.DEBUG : Level.ERROR)
                .log("{} does not start: {}", shortName(component), words(cause));
        logger.debug("{} does not start", component, failure);
    }

    /** Returns what went wrong in words for a user. A bad setting needs no more than the message that names it. */
    static String words(Throwable cause) {
        String message = cause.getMessage();
        if (message == null || !(cause instanceof IllegalArgumentException || cause instanceof IOException)) {
            return LogText.oneLine(cause);
        }
        String first = String.valueOf(first(cause).getMessage());
        boolean adds = cause instanceof IOException && !message.contains(first);
        return LogText.escaped(adds ? message + ": " + first : message);
    }

    /** Returns the cause that has no other. */
    private static Throwable first(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** Returns what the component threw; the wrapping says only that it was called by reflection. */
    private static Throwable cause(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof InvocationTargetException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static String shortName(String component) {
        return component.substring(component.lastIndexOf('.') + 1);
    }
}
