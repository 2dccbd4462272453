package mortise.core.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import mortise.spi.storage.StoreException;

/**
 * The data directory, held by this process alone. The lock ends with the process, however it ends; the file stays and
 * names the last holder.
 *
 * <p>RocksDB has a lock of its own, which cannot say who holds it.
 */
public final class DataDirectory implements AutoCloseable {

    /**
     * Directories held in this process. POSIX drops the lock of a file as soon as the process closes any of its
     * descriptors, so a second attempt must not even open the file.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    /** The lock covers a byte far behind the content, because on Windows locked bytes cannot be read. */
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;
    private static final int PID_BYTES_MAX = 20;

    private final Path directory;
    private final FileChannel channel;

    private DataDirectory(Path directory, FileChannel channel) {
        this.directory = directory;
        this.channel = channel;
    }

    /**
     * Takes the directory, and creates it if needed.
     *
     * @throws StoreException when another process, or this one, holds it already, or it cannot be used
     */
    public static DataDirectory take(Path path) {
        try {
            Path directory = Files.createDirectories(path).toRealPath();
            if (!HELD.add(directory)) {
                throw inUse(directory, Long.toString(ProcessHandle.current().pid()));
            }
            boolean taken = false;
            try {
                DataDirectory data = new DataDirectory(directory, lock(directory));
                taken = true;
                return data;
            } finally {
                if (!taken) {
                    HELD.remove(directory);
                }
            }
        } catch (IOException e) {
            throw new StoreException("data directory " + path + " cannot be used: " + e, e);
        }
    }

    /** Returns the directory of the database, below the data directory. */
    public Path database() {
        return directory.resolve("store");
    }

    /** Returns the directory of a database that is being made and is no store yet. */
    public Path unfinished() {
        return directory.resolve("store.unfinished");
    }

    /** Releases the directory for others. To be called once. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new StoreException("data directory " + directory + " cannot be released: " + e, e);
        } finally {
            HELD.remove(directory);
        }
    }

    private static FileChannel lock(Path directory) throws IOException {
        FileChannel channel = FileChannel.open(directory.resolve("store.lock"),
            StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        boolean locked = false;
        try {
            FileLock lock = channel.tryLock(LOCKED_BYTE, 1, false);
            if (lock == null) {
                throw inUse(directory, holder(channel));
            }
            String pid = Long.toString(ProcessHandle.current().pid());
            channel.truncate(0).write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
            locked = true;
            return channel;
        } finally {
            if (!locked) {
                channel.close();
            }
        }
    }

    private static String holder(FileChannel channel) throws IOException {
        ByteBuffer content = ByteBuffer.allocate(PID_BYTES_MAX);
        channel.read(content, 0);
        String pid = new String(content.array(), 0, content.position(), StandardCharsets.US_ASCII).strip();
        return pid.isEmpty() ? "(unknown)" : pid;
    }

    private static StoreException inUse(Path directory, String pid) {
        return new StoreException("data directory " + directory + " is in use by process " + pid, null);
    }
}
