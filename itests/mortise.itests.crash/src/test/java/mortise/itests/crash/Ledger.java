package mortise.itests.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.WatchListener;
import mortise.spi.storage.WatchRequest;

/**
 * What one store has been through, and the comparison after each kill. Guarantees, each with a check of its own:
 * nothing acknowledged is missing or different; what was not acknowledged is there as a whole or not at all, and only
 * what was under way; no revision comes twice or goes back; the watch was told everything, once, in order; the latest
 * state is what the changes make.
 */
final class Ledger {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Every event after {@link #seen}, by revision. */
    private final TreeMap<Long, String> events = new TreeMap<>();
    private final TreeMap<String, String> state = new TreeMap<>();
    private final String what;
    private long checked = 1;
    private long seen = 1;
    private long acknowledgedInAll;
    private long unknownMade;

    /** Makes one for an empty store; the text goes into every message of a failed check. */
    Ledger(String what) {
        this.what = what;
    }

    long checked() {
        return checked;
    }

    long seen() {
        return seen;
    }

    long acknowledgedInAll() {
        return acknowledgedInAll;
    }

    long unknownMade() {
        return unknownMade;
    }

    /** Compares a store that was opened again with what the killed process had reported. */
    void compare(Store store, Path report, String life) throws IOException, InterruptedException {
        long revision = Backend.patiently(store::currentRevision);
        assertThat(revision).as("the revision goes back; %s, life %s", what, life).isGreaterThanOrEqualTo(checked);
        Map<Long, String> acknowledged = new HashMap<>();
        Map<String, Integer> lastAttempts = new HashMap<>();
        List<String> watched = new ArrayList<>();
        for (String line : lines(report)) {
            String[] fields = line.split(" ");
            switch (fields[0]) {
                case "w" -> watched.add(line.substring(2));
                case "a" -> {
                    acknowledged.put(Long.parseLong(fields[3]), fields[3] + " " + fields[4] + " " + fields[5]);
                    lastAttempts.put(life + "." + fields[1], Integer.parseInt(fields[2]));
                }
                case "r" -> lastAttempts.put(life + "." + fields[1], Integer.parseInt(fields[2]));
                default -> assertThat(fields[0]).as("a line of %s", report).isEqualTo("u");
            }
        }
        TreeMap<Long, String> fresh = changes(store, checked, revision, life);
        assertThat(fresh).as("acknowledged changes; %s, life %s", what, life).containsAllEntriesOf(acknowledged);
        onlyWhatWasUnderWay(fresh, acknowledged, lastAttempts, life);
        fresh.values().forEach(line -> apply(line, life));
        events.putAll(fresh);
        watchedWithoutGap(watched, life);
        assertThat(Backend.patiently(() -> stored(store))).as("the latest state; %s, life %s", what, life)
                .isEqualTo(state);
        acknowledgedInAll += acknowledged.size();
        checked = revision;
    }

    private void onlyWhatWasUnderWay(TreeMap<Long, String> fresh, Map<Long, String> acknowledged,
            Map<String, Integer> lastAttempts, String life) {
        List<String> others = fresh.entrySet().stream().filter(e -> !acknowledged.containsKey(e.getKey()))
                .map(Map.Entry::getValue).toList();
        assertThat(others).as("changes nobody acknowledged; %s, life %s", what, life)
                .hasSizeLessThanOrEqualTo(Victim.WRITERS);
        for (String line : others) {
            String value = line.substring(line.lastIndexOf(' ') + 1);
            if (!value.equals("-")) {
                String origin = value.substring(value.indexOf('/') + 1);
                int dot = origin.lastIndexOf('.');
                assertThat(Integer.parseInt(origin.substring(dot + 1)))
                        .as("attempt of %s; %s, life %s", line, what, life)
                        .isGreaterThan(lastAttempts.getOrDefault(origin.substring(0, dot), 0));
                assertThat(origin).as("who made %s; %s", line, what).startsWith(life + ".");
            }
        }
        unknownMade += others.size();
    }

    /** Each change fits what was there: a counter counts, and no key is deleted twice. */
    private void apply(String line, String life) {
        String[] fields = line.split(" ");
        String before = state.get(fields[1]);
        if (fields[2].equals("-")) {
            assertThat(before).as("what %s deletes; %s, life %s", line, what, life).isNotNull();
            state.remove(fields[1]);
            return;
        }
        if (fields[1].endsWith("/counter")) {
            long count = before == null ? 0 : count(before.substring(before.indexOf(' ') + 1));
            assertThat(count(fields[2])).as("%s after %s; %s, life %s", line, before, what, life).isEqualTo(count + 1);
        }
        state.put(fields[1], fields[0] + " " + fields[2]);
    }

    private void watchedWithoutGap(List<String> watched, String life) {
        if (watched.isEmpty()) {
            return;
        }
        String end = watched.get(watched.size() - 1);
        long last = Long.parseLong(end.substring(0, end.indexOf(' ')));
        assertThat(watched).as("what the watch saw after %d; %s, life %s", seen, what, life)
                .containsExactlyElementsOf(events.subMap(seen, false, last, true).values());
        seen = last;
        events.headMap(seen, true).clear();
    }

    private TreeMap<Long, String> changes(Store store, long after, long upTo, String life)
            throws InterruptedException {
        List<StoreEvent> received = new CopyOnWriteArrayList<>();
        WatchListener listener = new WatchListener() {
            @Override
            public void onEvents(List<StoreEvent> more) {
                received.addAll(more);
            }

            @Override
            public void onEnd(StoreException why) {
                received.clear();
            }
        };
        try (StoreWatch watch = Backend.patiently(() ->
                store.watch(new WatchRequest("/registry/", after), listener))) {
            assertThat(watch.awaitDelivered(upTo, PATIENCE)).as("reading the changes; %s, life %s", what, life)
                    .isTrue();
        }
        var found = new TreeMap<Long, String>();
        long before = after;
        for (StoreEvent event : received) {
            assertThat(event.revision()).as("next revision; %s, life %s", what, life).isGreaterThan(before);
            before = event.revision();
            found.put(event.revision(), line(event));
        }
        return found;
    }

    private static Map<String, String> stored(Store store) {
        var found = new TreeMap<String, String>();
        store.range(RangeRequest.ofPrefix("/registry/")).values().forEach(value ->
                found.put(value.key(), value.modRevision() + " " + text(value.value())));
        return found;
    }

    /** A line that was cut off by the kill was not said. */
    private static List<String> lines(Path report) throws IOException {
        String said = Files.exists(report) ? Files.readString(report) : "";
        return said.substring(0, said.lastIndexOf('\n') + 1).lines().toList();
    }

    static String line(StoreEvent event) {
        byte[] value = event.value();
        return event.revision() + " " + event.key() + " " + (value == null ? "-" : text(value));
    }

    static String text(byte[] value) {
        return new String(value, StandardCharsets.UTF_8);
    }

    static long count(String value) {
        return Long.parseLong(value.substring(0, value.indexOf('/')));
    }
}
