package mortise.ops.audit;

import java.io.IOException;

/** Where lines go. Any thread. */
interface EventWriter extends AutoCloseable {

    /** Writes whole lines; they are with the operating system when this returns. Blocks. */
    void write(byte[] lines) throws IOException;

    @Override
    void close();
}
