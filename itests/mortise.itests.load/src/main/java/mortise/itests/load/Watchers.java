package mortise.itests.load;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.Selector;
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

    private final List<TlsChannel> connections = new ArrayList<>();
    private final Selector selector;
    private final ByteBuffer buffer = ByteBuffer.allocate(READ_BYTES);
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    // Guarded by lock.
    private long events;
    private boolean closed;
    private String failure = "";

    /** One of the watches, as far as the bytes that came on it tell. */
    private record Watch(TlsChannel connection, EventCounter counter, LastWords lastWords) { }

    private Watchers(Selector selector) {
        this.selector = selector;
    }

    static Watchers open(Connections connections, int count, String path) throws IOException {
        Watchers watchers = new Watchers(Selector.open());
        try {
            for (int i = 0; i < count; i++) {
                watchers.add(connections.channel(), connections.headers(), path);
            }
        } catch (IOException e) {
            watchers.close();
            throw e;
        }
        Thread reader = new Thread(watchers::readAll, "watchers");
        reader.setDaemon(true);
        reader.start();
        return watchers;
    }

    int count() {
        return connections.size();
    }

    private void add(TlsChannel connection, String headers, String path) throws IOException {
        connections.add(connection);
        Http1Stream stream = new Http1Stream(Channels.newInputStream(connection),
                Channels.newOutputStream(connection), headers);
        stream.send(Client.Request.get(path));
        int status = stream.startReading();
        if (status != 200) {
            throw new IOException("GET " + path + " -> " + status);
        }
        Watch watch = new Watch(connection, new EventCounter(), new LastWords());
        byte[] rest = stream.rest();
        note(watch, rest, rest.length);
        connection.register(selector, watch);
    }

    /** One thread reads all, so that a write of the server seldom has to wake another one, which it would pay for. */
    private void readAll() {
        try {
            while (selector.isOpen()) {
                selector.select(key -> {
                    if (!read((Watch) key.attachment())) {
                        key.cancel();
                    }
                });
            }
        } catch (ClosedSelectorException e) {
            return; // closed between the two calls
        } catch (IOException e) {
            fail(e.toString());
        }
    }

    /** Reads what is there; false at the end of the stream, which no watch should come to. */
    private boolean read(Watch watch) {
        try {
            int length = watch.connection().read(buffer.clear());
            while (length > 0) {
                note(watch, buffer.array(), length);
                length = watch.connection().read(buffer.clear());
            }
            if (length == 0) {
                return true;
            }
            throw new EOFException("the server closed the connection");
        } catch (IOException e) {
            fail(e + ", after ..." + watch.lastWords());
            return false;
        }
    }

    private void note(Watch watch, byte[] bytes, int length) {
        watch.lastWords().add(bytes, length);
        addEvents(watch.counter().count(bytes, length));
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
        try {
            selector.close();
            for (TlsChannel connection : connections) {
                connection.close();
            }
        } catch (IOException e) {
            // They are gone either way, and nothing waits for them.
            return;
        }
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
