package mortise.itests.clients;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** The events of one object that a watch has brought so far. */
final class Watched implements AutoCloseable {

    /** One event of a watch. */
    record Event(String type, JsonNode object) {
    }

    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final String name;
    private final List<Event> events = new ArrayList<>();
    private Runnable stop = () -> { };
    private String end = "";

    Watched(String name) {
        this.name = name;
    }

    /** What ends the watch; called by the client that opened it. */
    void stopWith(Runnable action) {
        stop = action;
    }

    synchronized void add(String type, JsonNode object) {
        if (Json.name(object).equals(name) || type.equals("ERROR")) {
            events.add(new Event(type, object));
            notifyAll();
        }
    }

    /** The connection ended, for this reason. */
    synchronized void ended(String reason) {
        end = reason;
        notifyAll();
    }

    /** Waits for an event that is as wanted. */
    synchronized Event await(Predicate<Event> wanted) throws InterruptedException {
        long deadline = System.nanoTime() + TIMEOUT_NANOS;
        while (events.stream().noneMatch(wanted)) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0 || !end.isEmpty()) {
                throw new AssertionError("the watch did not bring the event; it brought " + events + " " + end);
            }
            wait(left);
        }
        return events.stream().filter(wanted).findFirst().orElseThrow();
    }

    /** The types of all events so far. */
    synchronized List<String> types() {
        return events.stream().map(Event::type).toList();
    }

    @Override
    public void close() {
        stop.run();
    }
}
