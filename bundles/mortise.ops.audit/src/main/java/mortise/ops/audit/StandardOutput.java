package mortise.ops.audit;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;

/** The standard output of the process, which stays open. Any thread. */
final class StandardOutput implements EventWriter {

    // Not closed: it is the process'.
    private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);

    @Override
    public synchronized void write(byte[] lines) throws IOException {
        out.write(lines);
    }

    @Override
    public void close() {
        // Others write there, too.
    }
}
