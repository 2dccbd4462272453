package mortise.storage.etcd;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** A line between a store and etcd that can be slow, silent or cut. */
final class Relay implements AutoCloseable {

    private final ServerSocket door;
    private final URI etcd;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final AtomicLong sent = new AtomicLong();
    private volatile CountDownLatch toEtcd = new CountDownLatch(0);
    private volatile CountDownLatch fromEtcd = new CountDownLatch(0);

    Relay(EtcdProcess etcd) {
        this.etcd = URI.create(etcd.address());
        try {
            door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::serve);
    }

    String address() {
        return etcd.getScheme() + "://127.0.0.1:" + door.getLocalPort();
    }

    /** Lets nothing through to etcd any more. */
    void holdQuestions() {
        toEtcd = new CountDownLatch(1);
    }

    /** Lets through to etcd what comes, and nothing back. */
    void holdAnswers() {
        fromEtcd = new CountDownLatch(1);
    }

    /** Lets all through, with what was held. */
    void release() {
        toEtcd.countDown();
        fromEtcd.countDown();
    }

    /** Cuts all connections; others can be made. */
    void cut() {
        release();
        open.forEach(Relay::close);
        open.clear();
    }

    /** Returns how many bytes have gone to etcd. */
    long sent() {
        return sent.get();
    }

    private void serve() {
        try {
            while (true) {
                Socket client = door.accept();
                Socket server = new Socket(etcd.getHost(), etcd.getPort());
                open.addAll(List.of(client, server));
                threads.execute(() -> copy(client, server, true));
                threads.execute(() -> copy(server, client, false));
            }
        } catch (IOException closed) {
            open.forEach(Relay::close);
        }
    }

    private void copy(Socket from, Socket to, boolean up) {
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = from.getInputStream(); OutputStream out = to.getOutputStream()) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                (up ? toEtcd : fromEtcd).await();
                out.write(buffer, 0, read);
                if (up) {
                    sent.addAndGet(read);
                }
            }
        } catch (IOException gone) {
            close(to);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
        threads.shutdownNow();
    }
}
