package mortise.core.kubeconfig;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connections of one state of the settings, which end when nobody needs them any more. Thread-safe. */
final class Transport {

    private static final Logger LOG = LoggerFactory.getLogger(Transport.class);

    private final TransportSettings settings;
    private final HttpClient client;
    private int calls; // guarded by this
    private boolean retired; // guarded by this

    Transport(TransportSettings settings, Duration connectMax) throws KubeconfigException {
        this.settings = settings;
        client = settings.client(connectMax);
    }

    TransportSettings settings() {
        return settings;
    }

    /** Begins a call, which {@link #end} ends, unless there are to be no more. */
    synchronized boolean begin() {
        if (!retired) {
            calls++;
        }
        return !retired;
    }

    CompletableFuture<HttpResponse<byte[]>> send(HttpRequest request, int bytesMax) {
        return client.sendAsync(request, head -> new LimitedBody(bytesMax));
    }

    void end() {
        boolean last;
        synchronized (this) {
            calls--;
            last = retired && calls == 0;
        }
        if (last) {
            close();
        }
    }

    /** Lets no more calls begin. Connections close behind the last one. */
    void retire() {
        boolean last;
        synchronized (this) {
            last = !retired && calls == 0;
            retired = true;
        }
        if (last) {
            close();
        }
    }

    /** Newer JDKs close clients; that of Java 17 closes itself when it is garbage. */
    private void close() {
        if (client instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Exception e) {
                LOG.warn("connections to {} could not be closed", settings.cluster().server(), e);
            }
        }
    }
}
