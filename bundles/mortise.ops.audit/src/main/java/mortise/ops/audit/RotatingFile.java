package mortise.ops.audit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file that is renamed when it is full, with the time in its new name: {@code audit.log} becomes
 * {@code audit-2026-01-02T03-04-05.678.log}. Old files go away, or are compressed, on a thread of their own. Only the
 * server's user can read what it makes. Any thread.
 */
final class RotatingFile implements EventWriter {

    private static final Logger LOG = LoggerFactory.getLogger(RotatingFile.class);
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH-mm-ss.SSS", Locale.ROOT);
    private static final String PACKED = ".gz";
    private static final long CLOSE_SECONDS = 10;

    private final Path file;
    private final Limits limits;
    private final InstantSource clock;
    private final ExecutorService housekeeping;
    private @Nullable FileChannel channel; // guarded by this
    private long length; // bytes; guarded by this
    private Instant lastRotation = Instant.MIN; // guarded by this

    /**
     * What is kept.
     *
     * @param bytes most bytes of a file, but for a single write of more
     * @param backups most old files; 0 for no limit
     * @param age how long old files are kept; zero for no limit
     * @param compress whether old files are compressed
     */
    record Limits(long bytes, int backups, Duration age, boolean compress) {
    }

    /**
     * Goes on with the file, or begins it.
     *
     * @throws IOException when it cannot be written
     */
    RotatingFile(Path file, Limits limits, InstantSource clock) throws IOException {
        this.file = file.toAbsolutePath();
        this.limits = limits;
        this.clock = clock;
        Path folder = this.file.getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            Files.createDirectories(folder, permissions(folder, "rwx------"));
        }
        open();
        housekeeping = Executors.newSingleThreadExecutor(work -> {
            var thread = new Thread(work, "mortise-audit-files");
            thread.setDaemon(true);
            return thread;
        });
        housekeeping.execute(this::keepHouse);
    }

    private static FileAttribute<?>[] permissions(Path path, String allowed) {
        Path existing = path;
        while (existing.getParent() != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        return existing.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(
                        PosixFilePermissions.fromString(allowed))}
                : new FileAttribute<?>[0];
    }

    private FileChannel open() throws IOException {
        FileChannel opened = FileChannel.open(file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                StandardOpenOption.APPEND), permissions(file, "rw-------"));
        length = opened.size();
        channel = opened;
        return opened;
    }

    @Override
    public synchronized void write(byte[] lines) throws IOException {
        FileChannel target = channel == null ? open() : channel;
        if (length > 0 && length + lines.length > limits.bytes()) {
            target = rotate(target);
        }
        ByteBuffer rest = ByteBuffer.wrap(lines);
        while (rest.hasRemaining()) {
            length += target.write(rest);
        }
    }

    private FileChannel rotate(FileChannel full) throws IOException {
        full.close();
        channel = null;
        // Never a time again that was there, or the newest of several would go as the oldest.
        Instant now = Collections.max(List.of(clock.instant(), lastRotation.plusMillis(1)));
        while (Files.exists(backup(now)) || Files.exists(Path.of(backup(now) + PACKED))) {
            now = now.plusMillis(1);
        }
        lastRotation = now;
        Files.move(file, backup(now), StandardCopyOption.ATOMIC_MOVE);
        housekeeping.execute(this::keepHouse);
        return open();
    }

    private Path backup(Instant time) {
        return file.resolveSibling(prefix() + STAMP.format(time.atOffset(ZoneOffset.UTC)) + extension());
    }

    private String name() {
        return String.valueOf(file.getFileName());
    }

    private String extension() {
        int dot = name().lastIndexOf('.');
        return dot < 0 ? "" : name().substring(dot);
    }

    private String prefix() {
        return name().substring(0, name().length() - extension().length()) + "-";
    }

    private record Backup(Path path, Instant time) {
    }

    private void keepHouse() {
        try {
            List<Backup> backups = backups();
            Instant oldest = limits.age().isZero() ? Instant.MIN : clock.instant().minus(limits.age());
            int kept = 0;
            for (Backup backup : backups) {
                if (limits.backups() > 0 && kept >= limits.backups() || backup.time().isBefore(oldest)) {
                    Files.deleteIfExists(backup.path());
                } else {
                    kept++;
                    if (limits.compress() && !backup.path().toString().endsWith(PACKED)) {
                        pack(backup.path());
                    }
                }
            }
        } catch (IOException | RuntimeException failure) {
            LOG.warn("Old audit files beside {} could not be looked after", file, failure);
        }
    }

    /** Returns the old files, the newest first. */
    private List<Backup> backups() throws IOException {
        var backups = new ArrayList<Backup>();
        try (Stream<Path> siblings = Files.list(Objects.requireNonNull(file.getParent(), "absolute"))) {
            siblings.forEach(sibling -> {
                Instant time = time(String.valueOf(sibling.getFileName()));
                if (time != null) {
                    backups.add(new Backup(sibling, time));
                }
            });
        }
        backups.sort(Comparator.comparing(Backup::time).reversed());
        return backups;
    }

    private @Nullable Instant time(String name) {
        String bare = name.endsWith(PACKED) ? name.substring(0, name.length() - PACKED.length()) : name;
        int end = bare.length() - extension().length();
        if (!bare.startsWith(prefix()) || !bare.endsWith(extension()) || end < prefix().length()) {
            return null;
        }
        try {
            return LocalDateTime.parse(bare.substring(prefix().length(), end), STAMP).toInstant(ZoneOffset.UTC);
        } catch (DateTimeParseException anotherFile) {
            return null;
        }
    }

    private static void pack(Path path) throws IOException {
        Path packed = Path.of(path + PACKED);
        Path partial = Path.of(packed + ".tmp");
        Files.deleteIfExists(partial);
        Files.createFile(partial, permissions(partial, "rw-------"));
        try (InputStream in = Files.newInputStream(path);
                OutputStream out = new GZIPOutputStream(Files.newOutputStream(partial))) {
            in.transferTo(out);
        }
        Files.move(partial, packed, StandardCopyOption.ATOMIC_MOVE);
        Files.delete(path);
    }

    @Override
    public void close() {
        housekeeping.shutdown();
        try {
            if (!housekeeping.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                housekeeping.shutdownNow();
            }
        } catch (InterruptedException stopping) {
            housekeeping.shutdownNow();
            Thread.currentThread().interrupt();
        }
        closeFile();
    }

    private synchronized void closeFile() {
        try {
            if (channel != null) {
                channel.close();
                channel = null;
            }
        } catch (IOException failure) {
            LOG.warn("The audit file {} could not be closed", file, failure);
        }
    }
}
