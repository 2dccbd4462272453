package mortise.itests.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Open watches that count the events they get. The one who changes something waits here until all have seen it. */
final class Watchers implements AutoCloseable {

    private static final int READ_BYTES = 16 * 1024;
    private static final int LAST_WORDS_BYTES_MAX = 500;

    private final List<Connections.Http1> connections = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    // Guarded by lock.
    private long events;
    private boolean closed;
    private String failure = "";

    static Watchers open(Connections connections, int count, String path) throws IOException {
        Watchers watchers = new Watchers();
        try {
            for (int i = 0; i < count; i++) {
                Connections.Http1 connection = connections.http1();
                watchers.connections.add(connection);
                connection.stream().send(Client.Request.get(path));
                int status = connection.stream().startReading();
                if (status != 200) {
                    throw new IOException("GET " + path + " -> " + status);
                }
                Thread reader = new Thread(() -> watchers.read(connection), "watcher-" + i);
                reader.setDaemon(true);
                reader.start();
            }
        } catch (IOException e) {
            watchers.close();
            throw e;
        }
        return watchers;
    }

    private void read(Connections.Http1 connection) {
        byte[] bytes = new byte[READ_BYTES];
        EventCounter counter = new EventCounter();
        LastWords lastWords = new LastWords();
        try {
            while (true) {
                int length = connection.stream().readSome(bytes);
                lastWords.add(bytes, length);
                addEvents(counter.count(bytes, length));
            }
        } catch (IOException e) {
            fail(e + ", after ..." + lastWords);
        }
    }

    private void addEvents(int count) {
        if (count > 0) {
            lock.lock();
            try {
                events += count;
                arrived.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    private void fail(String why) {
        lock.lock();
        try {
            failure = closed || !failure.isEmpty() ? failure : why;
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until that many events came since the start, over all watches together. */
    void await(long count, long millisMax) throws IOException, InterruptedException {
        long left = TimeUnit.MILLISECONDS.toNanos(millisMax);
        lock.lock();
        try {
            while (events < count) {
                if (!failure.isEmpty()) {
                    throw new IOException("a watch ended: " + failure);
                }
                if (left <= 0) {
                    throw new IOException("only " + events + " of " + count + " events came in " + millisMax + " ms");
                }
                left = arrived.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        connections.forEach(Connections.Http1::close);
    }

    /**
     * Counts lines of JSON in a stream of chunks without decoding either: only an event ends with brace and newline.
     */
    static final class EventCounter {

        private byte last;

        int count(byte[] bytes, int length) {
            int count = 0;
            for (int i = 0; i < length; i++) {
                if (bytes[i] == '\n' && last == '}') {
                    count++;
                }
                last = bytes[i];
            }
            return count;
        }
    }

    /** The end of what was read, which says why a stream ended. */
    static final class LastWords {

        private final byte[] bytes = new byte[LAST_WORDS_BYTES_MAX];
        private int length;

        void add(byte[] more, int count) {
            int added = Math.min(count, bytes.length);
            int kept = Math.min(length, bytes.length - added);
            System.arraycopy(bytes, length - kept, bytes, 0, kept);
            System.arraycopy(more, count - added, bytes, kept, added);
            length = kept + added;
        }

        @Override
        public String toString() {
            return new String(bytes, 0, length, StandardCharsets.UTF_8);
        }
    }
}
