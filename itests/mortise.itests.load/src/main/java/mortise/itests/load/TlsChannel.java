package mortise.itests.load;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;

/**
 * TLS on a socket that many others can be read with on one thread. It begins blocking, which suits the handshake and
 * the request, and is read without blocking once it is registered with a selector. Not thread safe, except to close.
 */
final class TlsChannel implements ByteChannel {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel socket;
    private final SSLEngine engine;
    private final ByteBuffer received;
    private final ByteBuffer plain;
    private final ByteBuffer toSend;

    private TlsChannel(SocketChannel socket, SSLEngine engine) {
        this.socket = socket;
        this.engine = engine;
        int packet = engine.getSession().getPacketBufferSize();
        this.received = ByteBuffer.allocateDirect(packet).flip();
        this.plain = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize()).flip();
        this.toSend = ByteBuffer.allocateDirect(packet);
    }

    /** Connects and shakes hands; the engine knows the server's name and what is wanted of it. */
    static TlsChannel connect(InetSocketAddress server, SSLEngine engine, int millisMax) throws IOException {
        SocketChannel socket = SocketChannel.open();
        try {
            socket.socket().connect(server, millisMax);
            socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
            TlsChannel channel = new TlsChannel(socket, engine);
            channel.shakeHands();
            return channel;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private void shakeHands() throws IOException {
        engine.beginHandshake();
        while (engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING) {
            switch (engine.getHandshakeStatus()) {
                case NEED_TASK -> engine.getDelegatedTask().run();
                case NEED_WRAP -> send(NOTHING);
                default -> receive();
            }
        }
    }

    /** Has a selector tell when there is something to read; from here on a read does not wait for it. */
    SelectionKey register(Selector selector, Object attachment) throws IOException {
        socket.configureBlocking(false);
        return socket.register(selector, SelectionKey.OP_READ, attachment);
    }

    /** Reads at least one byte, or none if it need not block and nothing is there, or returns -1 at the end. */
    @Override
    public int read(ByteBuffer target) throws IOException {
        while (!plain.hasRemaining()) {
            try {
                if (!receive()) {
                    return 0;
                }
            } catch (EOFException end) {
                return -1;
            }
        }
        int length = Math.min(plain.remaining(), target.remaining());
        target.put(plain.slice(plain.position(), length));
        plain.position(plain.position() + length);
        return length;
    }

    /** Decrypts one record, which need not have held any bytes; false when none is there. */
    private boolean receive() throws IOException {
        while (true) {
            plain.clear();
            SSLEngineResult.Status status;
            try {
                status = engine.unwrap(received, plain).getStatus();
            } finally {
                plain.flip();
            }
            if (status == SSLEngineResult.Status.CLOSED) {
                throw new EOFException("the server ended TLS");
            } else if (status == SSLEngineResult.Status.OK) {
                return true;
            }
            received.compact();
            int length = socket.read(received);
            received.flip();
            if (length < 0) {
                throw new EOFException("the server closed the connection");
            } else if (length == 0) {
                return false;
            }
        }
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        int length = source.remaining();
        while (source.hasRemaining()) {
            send(source);
        }
        return length;
    }

    private void send(ByteBuffer source) throws IOException {
        toSend.clear();
        SSLEngineResult result = engine.wrap(source, toSend);
        if (result.getStatus() != SSLEngineResult.Status.OK) {
            throw new ClosedChannelException();
        }
        toSend.flip();
        while (toSend.hasRemaining()) {
            socket.write(toSend);
        }
    }

    @Override
    public boolean isOpen() {
        return socket.isOpen();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
