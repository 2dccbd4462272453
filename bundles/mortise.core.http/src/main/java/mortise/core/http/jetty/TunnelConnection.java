package mortise.core.http.jetty;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection that has switched protocols: its bytes go to another server's socket and that one's bytes come
 * back, until either side ends. One thread reads the socket; a slow client makes it wait, and so the other server.
 */
final class TunnelConnection extends AbstractConnection implements Connection.UpgradeTo {

    private static final int BUFFER_BYTES = 32 * 1024;

    private final Socket peer;
    private final Runnable done;
    private final AtomicBoolean over = new AtomicBoolean();
    private ByteBuffer early = ByteBuffer.allocate(0);

    /** Takes the socket of the other server, and what to do when both sides have ended. */
    TunnelConnection(EndPoint client, Executor executor, Socket peer, Runnable done) {
        super(client, executor);
        this.peer = peer;
        this.done = done;
    }

    /** Gets what the client sent before it knew that the protocol was switched. */
    @Override
    public void onUpgradeTo(@Nullable ByteBuffer buffer) {
        if (buffer != null && buffer.hasRemaining()) {
            early = ByteBuffer.allocate(buffer.remaining()).put(buffer).flip();
        }
    }

    @Override
    public void onOpen() {
        super.onOpen();
        var reader = new Thread(this::readPeer, "mortise-tunnel");
        reader.setDaemon(true);
        reader.start();
        try {
            write(early);
            fillInterested();
        } catch (IOException broken) {
            end();
        }
    }

    private void readPeer() {
        var buffer = new byte[BUFFER_BYTES];
        try {
            InputStream in = peer.getInputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                try (Blocker.Callback written = Blocker.callback()) {
                    getEndPoint().write(written, ByteBuffer.wrap(buffer, 0, read));
                    written.block();
                }
            }
        } catch (IOException broken) {
            // Either side has gone; so does the other.
        } finally {
            end();
        }
    }

    @Override
    public void onFillable() {
        ByteBuffer buffer = BufferUtil.allocate(BUFFER_BYTES);
        try {
            int read = getEndPoint().fill(buffer);
            while (read > 0) {
                write(buffer);
                BufferUtil.clear(buffer);
                read = getEndPoint().fill(buffer);
            }
            if (read < 0) {
                end();
            } else {
                fillInterested();
            }
        } catch (IOException broken) {
            end();
        }
    }

    private void write(ByteBuffer bytes) throws IOException {
        if (bytes.hasRemaining()) {
            peer.getOutputStream().write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
            peer.getOutputStream().flush();
        }
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
        super.onClose(cause);
        end();
    }

    private void end() {
        if (over.compareAndSet(false, true)) {
            try {
                peer.close();
            } catch (IOException goneAnyway) {
                // It is of no more use.
            }
            getEndPoint().close();
            done.run();
        }
    }
}
