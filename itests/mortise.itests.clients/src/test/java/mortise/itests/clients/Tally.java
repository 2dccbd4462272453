package mortise.itests.clients;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** What an informer has told so far: the version of each object it knows, and how often it told what. */
final class Tally {

    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Map<String, String> versions = new TreeMap<>();
    private int added;
    private int deleted;

    synchronized void added(String name, String version) {
        added++;
        versions.put(name, version);
        notifyAll();
    }

    synchronized void changed(String name, String version) {
        versions.put(name, version);
        notifyAll();
    }

    synchronized void deleted(String name) {
        deleted++;
        versions.remove(name);
        notifyAll();
    }

    /** Waits until exactly these objects are known, in these versions. */
    synchronized void await(Map<String, String> expected) throws InterruptedException {
        long deadline = System.nanoTime() + TIMEOUT_NANOS;
        while (!versions.equals(expected)) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                throw new AssertionError("the informer knows " + versions.size() + " objects instead of "
                        + expected.size() + "; " + differences(expected));
            }
            wait(left);
        }
    }

    private String differences(Map<String, String> expected) {
        var missing = new TreeMap<>(expected);
        missing.entrySet().removeAll(versions.entrySet());
        var surplus = new TreeMap<>(versions);
        surplus.entrySet().removeAll(expected.entrySet());
        return "missing " + missing + ", surplus " + surplus;
    }

    synchronized int added() {
        return added;
    }

    synchronized int deleted() {
        return deleted;
    }
}
