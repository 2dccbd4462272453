package mortise.core.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.options.GetOption;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import mortise.spi.storage.StoreException;

/** A client of etcd's members and how long to wait for them. */
final class Connection implements AutoCloseable {

    /** What there is to say about etcd when it says nothing. */
    static final String NO_ANSWER = "no answer";

    /** A key that nobody writes: what is asked about it is really asked about the store. */
    static final ByteSequence NO_KEY = bytes("\0mortise");

    /** Wants to know no values. */
    private static final GetOption COUNT_ONLY = GetOption.builder().withCountOnly(true).build();

    private static final int MEBIBYTE = 1 << 20;

    /** How long a client may try to connect again on its own; its pauses grow to minutes. Doubles while none can. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long PATIENCE_NANOS_MAX = 8 * PATIENCE_NANOS;

    /** How many replaced clients may be waiting for their last answers. */
    private static final int RETIRING_MAX = 4;

    private static final long DIAGNOSIS_MILLIS = 2_000;

    /** One client and since when it is used. */
    private record Generation(Client client, long sinceNanos) {
    }

    private final EtcdSettings settings;
    private final ExecutorService callbacks;
    private volatile Generation generation; // replaced under this
    private long patienceNanos = PATIENCE_NANOS; // guarded by this
    private final Set<Client> retiring = ConcurrentHashMap.newKeySet();
    private boolean closed; // guarded by this

    Connection(EtcdSettings settings, ExecutorService callbacks) {
        this.settings = settings;
        this.callbacks = callbacks;
        generation = new Generation(open(), System.nanoTime());
    }

    private Client open() {
        return builder().build();
    }

    private ClientBuilder builder() {
        ClientBuilder builder = Client.builder().endpoints(settings.servers().toArray(String[]::new))
                .executorService(callbacks)
                .connectTimeout(settings.timeout())
                .retryMaxDuration(settings.timeout())
                .maxInboundMessageSize(settings.responseMebibytesMax() * MEBIBYTE);
        if (settings.secure()) {
            secure(builder, settings);
        }
        return builder;
    }

    /**
     * Says why no member answers; empty when one does. A client waits for members to come, and does not tell what they
     * said meanwhile; so another one asks that does not wait. A member that says nothing may just be slow, and the
     * client gets more time to connect than with one that refuses.
     */
    String diagnosis() {
        String reason = asked();
        synchronized (this) {
            boolean slow = reason.isEmpty() || reason.equals(NO_ANSWER);
            patienceNanos = slow ? Math.min(2 * patienceNanos, PATIENCE_NANOS_MAX) : PATIENCE_NANOS;
        }
        return reason;
    }

    private String asked() {
        try (Client impatient = builder().waitForReady(false).retryMaxAttempts(1).build()) {
            impatient.getKVClient().get(bytes("\0"), COUNT_ONLY).get(DIAGNOSIS_MILLIS, TimeUnit.MILLISECONDS);
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        } catch (TimeoutException e) {
            return NO_ANSWER;
        } catch (ExecutionException e) {
            return Failures.innermost(e);
        }
    }

    /** Says that etcd has answered. */
    synchronized void answered() {
        patienceNanos = PATIENCE_NANOS;
    }

    /**
     * Says that etcd did not answer. A client that has not answered for a while is replaced by a new one, which
     * connects at once. The watches of the old one end; what it was asked may still be answered.
     */
    void failed() {
        Client old;
        synchronized (this) {
            if (closed || System.nanoTime() - generation.sinceNanos() < patienceNanos) {
                return;
            }
            old = generation.client();
            generation = new Generation(open(), System.nanoTime());
        }
        if (retiring.size() >= RETIRING_MAX) {
            retiring.forEach(this::retire);
        }
        retiring.add(old);
        callbacks.execute(() -> old.getWatchClient().close());
        CompletableFuture.delayedExecutor(settings.timeout().toMillis(), TimeUnit.MILLISECONDS)
                .execute(() -> retire(old));
    }

    private void retire(Client old) {
        if (retiring.remove(old)) {
            old.close();
        }
    }

    private static void secure(ClientBuilder builder, EtcdSettings settings) {
        try {
            builder.sslContext(tls -> configure(tls, settings));
        } catch (SSLException | IllegalArgumentException e) {
            throw new StoreException("the certificates for etcd cannot be used: " + e.getMessage(), e);
        }
    }

    private static void configure(SslContextBuilder tls, EtcdSettings settings) {
        if (settings.certificate().isEmpty() != settings.key().isEmpty()) {
            throw new IllegalArgumentException("--etcd-certfile and --etcd-keyfile are needed together");
        }
        if (!settings.authorities().isEmpty()) {
            tls.trustManager(new File(settings.authorities()));
        }
        if (!settings.certificate().isEmpty()) {
            tls.keyManager(new File(settings.certificate()), new File(settings.key()));
        }
    }

    Client client() {
        return generation.client();
    }

    /** Asks for nothing but the revision that is current, which the answer's header has. */
    CompletableFuture<GetResponse> current() {
        return client().getKVClient().get(NO_KEY, COUNT_ONLY);
    }

    EtcdSettings settings() {
        return settings;
    }

    /** Returns the same future, which fails when etcd takes too long. */
    <T> CompletableFuture<T> limited(CompletableFuture<T> answer) {
        return answer.orTimeout(settings.timeout().toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Waits for an answer.
     *
     * @throws ExecutionException with the real cause
     */
    <T> T await(CompletableFuture<T> answer) throws ExecutionException {
        return await(answer, settings.timeout());
    }

    /**
     * Waits for an answer, so long.
     *
     * @throws ExecutionException with the real cause
     */
    <T> T await(CompletableFuture<T> answer, Duration timeout) throws ExecutionException {
        try {
            return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ExecutionException(e);
        } catch (TimeoutException e) {
            answer.cancel(true);
            failed();
            throw new ExecutionException(e);
        } catch (ExecutionException e) {
            Throwable cause = Failures.cause(e);
            if (Failures.meaning(cause) == Failures.Meaning.UNKNOWN) {
                failed();
            }
            throw new ExecutionException(cause);
        }
    }

    static ByteSequence bytes(String text) {
        return ByteSequence.from(text, StandardCharsets.UTF_8);
    }

    static String text(ByteSequence bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Override
    public synchronized void close() {
        closed = true;
        generation.client().close();
        retiring.forEach(this::retire);
    }
}
