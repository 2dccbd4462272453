package mortise.core.rocksdb;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * One file of the write-ahead log, looked through record by record.
 *
 * <p>The file consists of blocks of 32 KiB. A fragment of a record has a header of 7 bytes, little endian: a masked
 * CRC-32C of type and payload (4), the length of the payload (2), the type (1); it lies in one block. A record is one
 * full fragment, or a first, any number of middle, and a last one. Its payload begins with the number of its first
 * change (8) and how many changes it has (4). What is left of a block, fewer than 7 bytes, is zero.
 */
final class WalScan {

    private static final int BLOCK_BYTES = 32 << 10;
    private static final int HEADER_BYTES = 7;
    private static final int TYPE_AT = 6;
    private static final int BATCH_HEADER_BYTES = 12;
    private static final int FULL = 1;
    private static final int FIRST = 2;
    private static final int LAST = 4;
    private static final int MASK = 0xa282ead8;

    private final Path file;
    private final ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private long blockAt;
    private long brokenAt = -1;
    private long followedAt = -1;
    private long records;
    private long firstSequence;
    private long nextSequence;
    private long pendingSequence;

    private WalScan(Path file) {
        this.file = file;
    }

    static WalScan of(Path file) throws IOException {
        WalScan scan = new WalScan(file);
        try (InputStream input = Files.newInputStream(file)) {
            for (int read = scan.fill(input); read > 0 && scan.followedAt < 0; read = scan.fill(input)) {
                scan.lookThrough(read);
                scan.blockAt += read;
            }
        }
        return scan;
    }

    Path file() {
        return file;
    }

    /** Returns where the first byte is that belongs to no whole record; -1 when there is none. */
    long brokenAt() {
        return brokenAt;
    }

    /** Returns where a record begins after that; -1 when none does. */
    long followedAt() {
        return followedAt;
    }

    /** Returns how many whole records there are before that. */
    long records() {
        return records;
    }

    /** Returns the number of the first change. */
    long firstSequence() {
        return firstSequence;
    }

    /** Returns the number that comes after that of the last change. */
    long nextSequence() {
        return nextSequence;
    }

    private int fill(InputStream input) throws IOException {
        return input.readNBytes(block.array(), 0, BLOCK_BYTES);
    }

    private void lookThrough(int bytes) {
        int at = 0;
        while (at + HEADER_BYTES <= bytes && followedAt < 0) {
            if (brokenAt >= 0) {
                // Where records begin is not known any more, so each byte may be where one does.
                if (begins(at, bytes) && intact(at, bytes)) {
                    followedAt = blockAt + at;
                }
                at++;
            } else if (intact(at, bytes)) {
                take(at);
                at += HEADER_BYTES + length(at);
            } else {
                brokenAt = blockAt + at;
            }
        }
    }

    private boolean begins(int at, int bytes) {
        int type = block.get(at + TYPE_AT);
        return (type == FULL || type == FIRST) && length(at) >= BATCH_HEADER_BYTES
            && at + HEADER_BYTES + length(at) <= bytes;
    }

    private boolean intact(int at, int bytes) {
        int length = length(at);
        if (block.get(at + TYPE_AT) == 0 || at + HEADER_BYTES + length > bytes) {
            return false;
        }
        CRC32C crc = new CRC32C();
        crc.update(block.array(), at + TYPE_AT, 1 + length);
        int value = (int) crc.getValue();
        return block.getInt(at) == (value >>> 15 | value << 17) + MASK;
    }

    private int length(int at) {
        return Short.toUnsignedInt(block.getShort(at + Integer.BYTES));
    }

    private void take(int at) {
        int type = block.get(at + TYPE_AT);
        if ((type == FULL || type == FIRST) && length(at) >= BATCH_HEADER_BYTES) {
            long sequence = block.getLong(at + HEADER_BYTES);
            if (records == 0) {
                firstSequence = sequence;
            }
            pendingSequence = sequence + Integer.toUnsignedLong(block.getInt(at + HEADER_BYTES + Long.BYTES));
        }
        if (type == FULL || type == LAST) {
            records++;
            nextSequence = pendingSequence;
        }
    }
}
