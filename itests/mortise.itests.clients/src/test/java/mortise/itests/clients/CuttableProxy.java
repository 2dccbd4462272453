package mortise.itests.clients;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Passes the bytes of connections on to a server on this machine, until they are cut, as a bad network would. */
final class CuttableProxy implements AutoCloseable {

    private final ServerSocket listener;
    private final int serverPort;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;

    CuttableProxy(int serverPort) throws IOException {
        this.serverPort = serverPort;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start("accept", this::accept);
    }

    /** Where clients connect to. */
    String address() {
        return "https://127.0.0.1:" + listener.getLocalPort();
    }

    /** Ends all connections without a word, and every new one at once. */
    void cut() {
        cut = true;
        sockets.forEach(CuttableProxy::closeQuietly);
    }

    /** Lets new connections through again. */
    void mend() {
        cut = false;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                if (cut) {
                    closeQuietly(client);
                } else {
                    connect(client);
                }
            } catch (IOException e) {
                // The listener was closed, or the server is away: there is nothing to pass on.
            }
        }
    }

    private void connect(Socket client) throws IOException {
        sockets.add(client);
        try {
            var server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
            sockets.add(server);
            start("up", () -> pass(client, server));
            start("down", () -> pass(server, client));
        } catch (IOException e) {
            closeQuietly(client);
            throw e;
        }
    }

    private void pass(Socket from, Socket to) {
        try (from; to; InputStream in = from.getInputStream(); OutputStream out = to.getOutputStream()) {
            in.transferTo(out);
        } catch (IOException e) {
            // One side is gone; closing tells the other.
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private static void start(String name, Runnable work) {
        var thread = new Thread(work, "proxy-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is closed as far as it goes.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        cut();
    }
}
