package mortise.itests.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import mortise.itests.crash.FaultyServer.Fault;

/** The objects of a {@link FaultyServer}, and all changes of them. Threads share it. */
final class FaultyStore {

    private static final int BACK = 5;
    private static final int CONFLICT = 409;
    private static final int POLL_MILLIS = 20;

    /** One change; the object is as it was afterwards, or before it was deleted. */
    record Change(String type, String resource, String name, long revision, Map<String, Object> object) {
    }

    /** An answer. */
    record Answer(int status, Map<String, Object> body) {
    }

    private static final Answer UNKNOWN = new Answer(500, Map.of());

    private final Fault fault;
    private final List<Change> changes = new ArrayList<>();
    private final Map<String, Map<String, Object>> objects = new TreeMap<>();
    private long revision = 100;

    FaultyStore(Fault fault) {
        this.fault = fault;
    }

    /** What a restart does to it. */
    synchronized void restart() {
        if (changes.isEmpty()) {
            return;
        }
        Change last = changes.get(changes.size() - 1);
        String key = last.resource() + "/" + last.name();
        switch (fault) {
            case LOSES_THE_LAST_CHANGE, LOSES_THE_LAST_REVISION -> {
                changes.remove(last);
                changes.stream().filter(change -> (change.resource() + "/" + change.name()).equals(key))
                        .reduce((one, two) -> two).filter(change -> !change.type().equals("DELETED"))
                        .ifPresentOrElse(change -> objects.put(key, change.object()), () -> objects.remove(key));
                revision = fault == Fault.LOSES_THE_LAST_REVISION ? last.revision() - 1 : revision;
            }
            case REPEATS_A_REVISION -> revision--;
            case GOES_BACK -> revision -= BACK;
            case RAISES_THE_DEAD -> changes.stream().filter(change -> change.type().equals("DELETED"))
                    .reduce((one, two) -> two).ifPresent(change ->
                            objects.putIfAbsent(change.resource() + "/" + change.name(), change.object()));
            case DELETES_SILENTLY -> objects.keySet().stream().findFirst().ifPresent(objects::remove);
            default -> {
                // Others have their time when it is asked.
            }
        }
    }

    synchronized Answer create(String resource, Map<String, Object> sent, boolean bad) {
        String name = ApiAnswer.text(sent, "metadata", "name");
        if (objects.containsKey(resource + "/" + name)) {
            return refused(CONFLICT);
        }
        return put("ADDED", resource, name, UUID.randomUUID().toString(), sent, bad);
    }

    synchronized Answer replace(String resource, String name, Map<String, Object> sent, boolean bad) {
        Map<String, Object> before = objects.get(resource + "/" + name);
        if (before == null) {
            return refused(404);
        }
        if (conflicts(before, ApiAnswer.revision(sent))) {
            if (fault == Fault.WRITES_WHAT_IT_REFUSES) {
                put("MODIFIED", resource, name, ApiAnswer.text(before, "metadata", "uid"), sent, false);
            }
            if (fault != Fault.IGNORES_THE_EXPECTED_REVISION) {
                return refused(CONFLICT);
            }
        }
        return put("MODIFIED", resource, name, ApiAnswer.text(before, "metadata", "uid"), sent, bad);
    }

    synchronized Answer patch(String resource, String name, Map<String, Object> sent, boolean bad) {
        Map<String, Object> before = objects.get(resource + "/" + name);
        if (before == null || conflicts(before, ApiAnswer.revision(sent))) {
            return refused(before == null ? 404 : CONFLICT);
        }
        Map<String, Object> data = ApiAnswer.data(before);
        data.putAll(ApiAnswer.data(sent));
        return put("MODIFIED", resource, name, ApiAnswer.text(before, "metadata", "uid"),
                Map.of("metadata", ApiAnswer.part(before, "metadata"), "data", data), bad);
    }

    private static boolean conflicts(Map<String, Object> before, long expected) {
        return expected != 0 && expected != ApiAnswer.revision(before);
    }

    private static Answer refused(int status) {
        return new Answer(status, Map.of("status", "Failure"));
    }

    private Answer put(String type, String resource, String name, String uid, Map<String, Object> sent, boolean bad) {
        Map<String, Object> data = ApiAnswer.data(sent);
        boolean silent = bad && (fault == Fault.WRITES_HALF || fault == Fault.WRITES_TWICE);
        if (bad && fault == Fault.WRITES_HALF) {
            data.keySet().removeIf(field -> !field.equals(Attempt.V));
        }
        Map<String, Object> object = stored(resource, name, uid, ApiAnswer.part(ApiAnswer.part(sent, "metadata"),
                "labels"), data);
        add(type, resource, name, object);
        if (bad && fault == Fault.WRITES_TWICE) {
            add("MODIFIED", resource, name, stored(resource, name, uid, Map.of(), data));
        }
        if (bad && fault == Fault.TELLS_ANOTHER_REVISION) {
            return new Answer(200, Map.of("metadata", Map.of("uid", uid, "resourceVersion",
                    Long.toString(revision - 1)), "data", data));
        }
        return silent ? UNKNOWN : new Answer(200, object);
    }

    private Map<String, Object> stored(String resource, String name, String uid, Map<String, Object> labels,
            Map<String, Object> data) {
        Map<String, Object> object = Map.of("metadata", Map.of("name", name, "uid", uid, "labels", labels,
                "resourceVersion", Long.toString(++revision)), "data", data);
        objects.put(resource + "/" + name, object);
        return object;
    }

    private void add(String type, String resource, String name, Map<String, Object> object) {
        changes.add(new Change(type, resource, name, revision, object));
        notifyAll();
    }

    synchronized Answer delete(String resource, String name, Map<String, Object> options) {
        Map<String, Object> before = objects.get(resource + "/" + name);
        if (before == null) {
            return refused(404);
        }
        String expected = ApiAnswer.text(options, "preconditions", "resourceVersion");
        if (!expected.isEmpty() && conflicts(before, Long.parseLong(expected))) {
            return refused(CONFLICT);
        }
        remove(resource, name, before);
        return new Answer(200, Map.of("details", Map.of("uid", ApiAnswer.text(before, "metadata", "uid"))));
    }

    private void remove(String resource, String name, Map<String, Object> before) {
        objects.remove(resource + "/" + name);
        Map<String, Object> metadata = new TreeMap<>(ApiAnswer.part(before, "metadata"));
        metadata.put("resourceVersion", Long.toString(++revision));
        add("DELETED", resource, name, Map.of("metadata", metadata, "data", before.get("data")));
    }

    synchronized Answer deleteAll(String resource, String label) {
        List<Object> items = new ArrayList<>();
        for (String key : List.copyOf(objects.keySet())) {
            Map<String, Object> object = objects.get(key);
            if (key.startsWith(resource + "/") && ApiAnswer.part(ApiAnswer.part(object, "metadata"), "labels")
                    .containsValue(label)) {
                items.add(object);
                remove(resource, key.substring(resource.length() + 1), object);
            }
        }
        return new Answer(200, Map.of("items", items));
    }

    synchronized Answer list(String resource) {
        List<Object> items = new ArrayList<>();
        objects.forEach((key, object) -> {
            if (key.startsWith(resource + "/")) {
                items.add(object);
            }
        });
        if (fault == Fault.LISTS_TOO_LITTLE && items.size() > 1) {
            items.remove(0);
        }
        return new Answer(200, Map.of("metadata", Map.of("resourceVersion", Long.toString(revision)), "items", items));
    }

    /** Returns the first two changes after a revision, or as many as there are. */
    synchronized List<Change> firstTwo(String resource, long after) {
        return after(resource, after).stream().limit(2).toList();
    }

    /** Waits a moment for changes after a revision. */
    synchronized List<Change> await(String resource, long after) throws InterruptedException {
        if (after(resource, after).isEmpty()) {
            wait(POLL_MILLIS);
        }
        return after(resource, after);
    }

    private List<Change> after(String resource, long after) {
        return changes.stream().filter(change -> change.resource().equals(resource) && change.revision() > after)
                .toList();
    }
}
