package mortise.itests.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import mortise.itests.crash.Attempt.Kind;
import mortise.itests.crash.Attempt.Outcome;
import mortise.itests.crash.Listing.Live;

/**
 * What the clients of one server have been through, kept outside the server, and the comparison after each restart
 * with the history that the server then tells. Guarantees, each with a check of its own:
 *
 * <ul>
 * <li>what was acknowledged is in the history, with the revision and the data that the client was told;
 * <li>what was not acknowledged is there as a whole or not at all; what was refused is not;
 * <li>every change fits the one before: nothing is made twice, changed when it is not there, or changed although the
 *     client had demanded another revision;
 * <li>no revision comes twice or goes back, nor falls behind one that a client has seen;
 * <li>every watch was told every change once, in order, also over restarts;
 * <li>every list shows the state at its revision.
 * </ul>
 */
final class ServerLedger {

    private final String what;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<Long, Attempt> attempts = new ConcurrentHashMap<>();
    /** By resource and name. */
    private final Map<String, Map<String, Live>> state = new HashMap<>();
    private final Set<Long> revisions = new HashSet<>();
    private final Set<String> deleted = new HashSet<>();
    /** By resource; as far back as the slowest watch has to be compared. */
    private final Map<String, TreeMap<Long, ObjectEvent>> history = new HashMap<>();
    private long checked;
    private long acknowledged;
    private long unknownMade;
    private long unknownAbsent;
    private long watchedEvents;
    private long lists;

    /** Makes one; the text goes into every message of a failed check. */
    ServerLedger(String what) {
        this.what = what;
    }

    /** Notes that a write begins. Any thread. */
    Attempt begin(Kind kind, String resource, String name, long expected) {
        Attempt attempt = new Attempt(numbers.incrementAndGet(), kind, resource, name, expected);
        attempts.put(attempt.number, attempt);
        return attempt;
    }

    /** Takes what is there before anything is written. */
    void base(List<Listing> listings) {
        for (Listing listing : listings) {
            state.put(listing.resource(), new TreeMap<>(listing.objects()));
            history.put(listing.resource(), new TreeMap<>());
            checked = Math.max(checked, listing.revision());
        }
    }

    /** Returns the revision up to which everything has been compared. */
    long checked() {
        return checked;
    }

    /**
     * Compares the history since the last comparison with everything that clients know. No client writes meanwhile.
     *
     * @param told the changes after {@link #checked}, in the order in which they were told, of all resources
     * @param watched what watches saw
     * @param listings in any order
     * @param upTo a revision that was acknowledged just now; all changes up to it are told
     */
    void compare(List<ObjectEvent> told, List<Watched> watched, List<Listing> listings, long upTo) {
        inOrder(told, upTo);
        List<Listing> waiting = new ArrayList<>(listings);
        waiting.sort(Comparator.comparingLong(Listing::revision));
        for (Listing listing : waiting) {
            assertThat(listing.revision()).as("%s: the revision of a list of %s, later the newest one is %d", what,
                    listing.resource(), upTo).isLessThanOrEqualTo(upTo);
        }
        waiting.removeIf(listing -> listing.revision() < checked);
        List<ObjectEvent> ordered = told.stream().sorted(Comparator.comparingLong(ObjectEvent::revision)).toList();
        int next = 0;
        for (ObjectEvent event : ordered) {
            for (; next < waiting.size() && waiting.get(next).revision() < event.revision(); next++) {
                showsTheState(waiting.get(next));
            }
            apply(event);
            history.get(event.resource()).put(event.revision(), event);
        }
        waiting.subList(next, waiting.size()).forEach(this::showsTheState);
        attempts.values().forEach(this::ended);
        attempts.clear();
        watched.forEach(this::withoutGap);
        checked = upTo;
        long needed = watched.stream().mapToLong(Watched::upTo).min().orElse(upTo);
        history.values().forEach(events -> events.headMap(needed, true).clear());
    }

    private void inOrder(List<ObjectEvent> told, long upTo) {
        Map<String, Long> before = new HashMap<>();
        for (ObjectEvent event : told) {
            assertThat(event.revision()).as("%s: the revision of %s, told in order", what, event)
                    .isGreaterThan(before.getOrDefault(event.resource(), checked)).isLessThanOrEqualTo(upTo);
            before.put(event.resource(), event.revision());
            assertThat(revisions.add(event.revision())).as("%s: the revision of %s comes once", what, event).isTrue();
        }
    }

    private void apply(ObjectEvent event) {
        Map<String, Live> objects = state.get(event.resource());
        Live before = objects.get(event.name());
        switch (event.type()) {
            case "ADDED" -> {
                assertThat(before).as("%s: what was there before %s", what, event).isNull();
                wholly(event, Map.of(), 0);
                objects.put(event.name(), new Live(event.uid(), event.revision(), event.data()));
            }
            case "MODIFIED" -> {
                isThere(before, event);
                wholly(event, before.data(), before.revision());
                objects.put(event.name(), new Live(event.uid(), event.revision(), event.data()));
            }
            case "DELETED" -> {
                isThere(before, event);
                assertThat(event.data()).as("%s: the last data of %s", what, event).isEqualTo(before.data());
                assertThat(deleted.add(event.uid())).as("%s: %s happens once", what, event).isTrue();
                somebodyDeleted(event, before.revision());
                objects.remove(event.name());
            }
            default -> throw new AssertionError(what + ": " + event);
        }
    }

    private void isThere(Live before, ObjectEvent event) {
        assertThat(before).as("%s: what was there before %s", what, event).isNotNull();
        assertThat(event.uid()).as("%s: the uid of %s, before it was %s", what, event, before).isEqualTo(before.uid());
    }

    /** An object has what an attempt made of it, and the attempt had not been refused, nor made it before. */
    private void wholly(ObjectEvent event, Map<String, Object> before, long beforeRevision) {
        Attempt attempt = attempts.get(Long.parseLong(String.valueOf(event.data().get(Attempt.V))));
        assertThat(attempt).as("%s: who made %s since the last restart", what, event).isNotNull();
        assertThat(attempt.event).as("%s: %s made %s and before", what, attempt, event).isNull();
        assertThat(attempt.outcome).as("%s: the outcome of %s that made %s", what, attempt, event)
                .isNotEqualTo(Outcome.REFUSED);
        assertThat(attempt.resource + "/" + attempt.name).as("%s: what %s made", what, attempt)
                .isEqualTo(event.resource() + "/" + event.name());
        assertThat(attempt.kind == Kind.CREATE).as("%s: %s made %s", what, attempt, event)
                .isEqualTo(event.type().equals("ADDED"));
        assertThat(event.data()).as("%s: the whole data of %s that %s made", what, event, attempt)
                .isEqualTo(attempt.result(before));
        if (attempt.expected != 0) {
            assertThat(beforeRevision).as("%s: the revision before %s that %s demanded", what, event, attempt)
                    .isEqualTo(attempt.expected);
        }
        if (attempt.outcome == Outcome.ACKNOWLEDGED) {
            assertThat(event.revision()).as("%s: the revision of %s that %s was told", what, event, attempt)
                    .isEqualTo(attempt.revision);
            assertThat(attempt.uids).as("%s: the uid that %s was told", what, attempt).contains(event.uid());
        }
        attempt.event = event;
    }

    /** Somebody was told so, or somebody was not told anything. */
    private void somebodyDeleted(ObjectEvent event, long beforeRevision) {
        for (Attempt attempt : possibleDeletions(event).toList()) {
            boolean fits = attempt.expected == 0 || attempt.expected == beforeRevision;
            boolean told = attempt.uids.contains(event.uid());
            if (told && attempt.kind == Kind.DELETE) {
                assertThat(fits).as("%s: %s of revision %d demanded by %s", what, event, beforeRevision, attempt)
                        .isTrue();
            }
            if (fits && (told || attempt.outcome == Outcome.UNKNOWN)) {
                if (attempt.kind == Kind.DELETE) {
                    attempt.event = event;
                }
                return;
            }
        }
        throw new AssertionError(what + ": who made " + event + " since the last restart? Nobody began to");
    }

    /** Those who were told so first. */
    private Stream<Attempt> possibleDeletions(ObjectEvent event) {
        return attempts.values().stream().filter(attempt -> attempt.isDeletion() && attempt.event == null
                && attempt.resource.equals(event.resource()) && (attempt.kind == Kind.DELETE
                        ? attempt.name.equals(event.name()) : event.name().startsWith(attempt.name + "-")))
                .sorted(Comparator.comparing((Attempt attempt) -> !attempt.uids.contains(event.uid()))
                        .thenComparing(attempt -> attempt.kind).thenComparing(attempt -> -attempt.expected));
    }

    /** After the whole history: what was acknowledged was in it. */
    private void ended(Attempt attempt) {
        if (attempt.outcome == Outcome.ACKNOWLEDGED) {
            acknowledged++;
            if (attempt.kind == Kind.DELETE_COLLECTION) {
                assertThat(deleted).as("%s: what %s deleted, among all that the history has deleted", what, attempt)
                        .containsAll(attempt.uids);
            } else {
                assertThat(attempt.event).as("%s: the change of %s is lost", what, attempt).isNotNull();
            }
        } else if (attempt.outcome == Outcome.UNKNOWN && attempt.event == null) {
            unknownAbsent++;
        } else if (attempt.outcome == Outcome.UNKNOWN) {
            unknownMade++;
        }
    }

    private void showsTheState(Listing listing) {
        assertThat(listing.objects()).as("%s: a list of %s at %d", what, listing.resource(), listing.revision())
                .isEqualTo(state.get(listing.resource()));
        lists++;
    }

    private void withoutGap(Watched watched) {
        if (watched.upTo() == watched.after()) {
            assertThat(watched.events()).as("%s: %s saw", what, watched.watcher()).isEmpty();
            return;
        }
        assertThat(watched.events()).as("%s: what %s saw of %s after %d up to %d", what, watched.watcher(),
                watched.resource(), watched.after(), watched.upTo()).containsExactlyElementsOf(
                        history.get(watched.resource()).subMap(watched.after(), false, watched.upTo(), true).values());
        watchedEvents += watched.events().size();
    }

    /** Numbers of all comparisons that held. */
    Figures figures() {
        return new Figures(acknowledged, unknownMade, unknownAbsent, watchedEvents, lists);
    }

    /** How much was compared. */
    record Figures(long acknowledged, long unknownMade, long unknownAbsent, long watchedEvents, long lists) {

        static final Figures NONE = new Figures(0, 0, 0, 0, 0);

        Figures plus(Figures more) {
            return new Figures(acknowledged + more.acknowledged, unknownMade + more.unknownMade,
                    unknownAbsent + more.unknownAbsent, watchedEvents + more.watchedEvents, lists + more.lists);
        }

        @Override
        public String toString() {
            return acknowledged + " changes acknowledged, of " + (unknownMade + unknownAbsent) + " unknown "
                    + unknownMade + " made, " + watchedEvents + " events watched, " + lists + " lists";
        }
    }
}
