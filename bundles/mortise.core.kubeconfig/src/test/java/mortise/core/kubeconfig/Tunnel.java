package mortise.core.kubeconfig;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A proxy for TLS on a port of this machine, which leads everything to one server. */
final class Tunnel implements AutoCloseable {

    private final ServerSocket listening;
    private final int target;
    private final String answer;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();

    /**
     * Starts it.
     *
     * @param target port of this machine that it leads to
     * @param answer status line; with any other status than 200 it leads nowhere
     */
    Tunnel(int target, String answer) throws IOException {
        this.target = target;
        this.answer = answer;
        listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    String url() {
        return "http://127.0.0.1:" + listening.getLocalPort();
    }

    /** Returns the first lines of what it was asked. */
    List<String> asked() {
        return asked;
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        var thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException closed) {
                // The test is over, or one side is.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listening.accept();
            open.add(client);
            start(() -> serve(client));
        }
    }

    private void serve(Socket client) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) client.getInputStream().read());
        }
        asked.add(head.substring(0, head.indexOf("\r\n")));
        client.getOutputStream().write(("HTTP/1.1 " + answer + "\r\nContent-Length: 0\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        if (!answer.startsWith("200")) {
            client.close();
            return;
        }
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        open.add(server);
        start(() -> pass(server.getInputStream(), client.getOutputStream()));
        pass(client.getInputStream(), server.getOutputStream());
    }

    private static void pass(InputStream from, OutputStream to) throws IOException {
        from.transferTo(to);
        to.close();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
