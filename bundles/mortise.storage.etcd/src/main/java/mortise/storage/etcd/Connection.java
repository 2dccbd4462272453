package mortise.storage.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import mortise.spi.storage.StoreException;

/** A client of etcd's members and how long to wait for them. */
final class Connection implements AutoCloseable {

    private static final int MEBIBYTE = 1 << 20;

    /**
     * Where etcd is and how it is spoken to.
     *
     * @param servers addresses of the members
     * @param authorities file; empty for those of the JVM
     * @param certificate file; empty for none
     * @param key file; empty for none
     * @param timeout for a request
     * @param responseMebibytesMax how large an answer may be
     */
    record Settings(List<String> servers, String authorities, String certificate, String key, Duration timeout,
            int responseMebibytesMax) {

        static Settings of(EtcdStoreConfig config) {
            return new Settings(List.of(config.etcd_servers()), config.etcd_cafile(), config.etcd_certfile(),
                    config.etcd_keyfile(), Duration.ofSeconds(config.request_timeout_seconds()),
                    config.response_mebibytes_max());
        }

        private boolean secure() {
            return servers.stream().anyMatch(server -> server.startsWith("https:"));
        }
    }

    private final Client client;
    private final List<String> servers;
    private final Duration timeout;

    Connection(Settings settings, ExecutorService callbacks) {
        servers = settings.servers();
        timeout = settings.timeout();
        ClientBuilder builder = Client.builder().endpoints(servers.toArray(String[]::new))
                .executorService(callbacks)
                .connectTimeout(timeout)
                .retryMaxDuration(timeout)
                .keepaliveWithoutCalls(false)
                .maxInboundMessageSize(settings.responseMebibytesMax() * MEBIBYTE);
        if (settings.secure()) {
            secure(builder, settings);
        }
        client = builder.build();
    }

    private static void secure(ClientBuilder builder, Settings settings) {
        try {
            builder.sslContext(tls -> configure(tls, settings));
        } catch (SSLException | IllegalArgumentException e) {
            throw new StoreException("the certificates for etcd cannot be used: " + e.getMessage(), e);
        }
    }

    private static void configure(SslContextBuilder tls, Settings settings) {
        if (!settings.authorities().isEmpty()) {
            tls.trustManager(new File(settings.authorities()));
        }
        if (!settings.certificate().isEmpty()) {
            tls.keyManager(new File(settings.certificate()), new File(settings.key()));
        }
    }

    Client client() {
        return client;
    }

    List<String> servers() {
        return servers;
    }

    Duration timeout() {
        return timeout;
    }

    /** Returns the same future, which fails when etcd takes too long. */
    <T> CompletableFuture<T> limited(CompletableFuture<T> answer) {
        return answer.orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Waits for an answer.
     *
     * @throws ExecutionException with the real cause
     */
    <T> T await(CompletableFuture<T> answer) throws ExecutionException {
        try {
            return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ExecutionException(e);
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw new ExecutionException(e);
        } catch (ExecutionException e) {
            throw new ExecutionException(Failures.cause(e));
        }
    }

    static ByteSequence bytes(String text) {
        return ByteSequence.from(text, StandardCharsets.UTF_8);
    }

    static String text(ByteSequence bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        client.close();
    }
}
