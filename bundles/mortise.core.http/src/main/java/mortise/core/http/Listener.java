package mortise.core.http;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import mortise.core.http.jetty.ExchangeHandler;
import mortise.core.http.jetty.JettyServer;
import mortise.core.http.route.OpenWatches;
import mortise.core.http.tls.TlsIdentity;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The port, and what it is replaced by when its settings change. What cannot be had leaves everything as it was.
 * Belongs to its owner's lock.
 */
final class Listener {

    private static final Logger LOG = LoggerFactory.getLogger(Listener.class);

    private final Supplier<ExchangeHandler> handlers;
    private final OpenWatches watches;
    private final Function<String, ReadinessAnnouncer> announcers;
    private ListenerSettings settings;
    private TlsIdentity identity;
    private JettyServer server;
    private ReadinessAnnouncer readiness;

    /**
     * Starts to listen.
     *
     * @param handlers makes a handler for one server
     * @param watches end when their server does
     * @param announcers makes what tells that the server at a URL is ready
     * @throws IOException when the port or a file cannot be had
     */
    Listener(ListenerSettings settings, Supplier<ExchangeHandler> handlers, OpenWatches watches,
            Function<String, ReadinessAnnouncer> announcers) throws IOException {
        this.handlers = handlers;
        this.watches = watches;
        this.announcers = announcers;
        this.settings = settings;
        identity = settings.identity();
        server = JettyServer.start(settings.server(), identity, handlers.get());
        readiness = announce();
    }

    private ReadinessAnnouncer announce() {
        String url = settings.url(server.port());
        LOG.info("Listening on {}", url);
        return announcers.apply(url);
    }

    int port() {
        return server.port();
    }

    int connections() {
        return server.connections();
    }

    /**
     * Listens as the settings say; does nothing when they are the ones it has. Requests on the old connections have
     * some time to finish, watches end at once. Blocks.
     *
     * @throws IOException when the port or a file cannot be had; it listens as before then
     */
    void change(ListenerSettings wanted, Duration patience) throws IOException {
        if (wanted.equals(settings)) {
            return;
        }
        // What is wrong with the files shows before anything has ended.
        TlsIdentity wantedIdentity = wanted.identity();
        JettyServer before = server;
        if (wanted.samePlace(settings)) {
            takePlace(wanted, wantedIdentity);
        } else {
            server = JettyServer.start(wanted.server(), wantedIdentity, handlers.get());
        }
        settings = wanted;
        identity = wantedIdentity;
        readiness.close();
        readiness = announce();
        watches.endPresent();
        before.close(patience);
    }

    /** Two servers cannot have one port, so there is a moment without; a port that was any free one is kept. */
    private void takePlace(ListenerSettings wanted, TlsIdentity wantedIdentity) throws IOException {
        JettyServer before = server;
        int port = before.port();
        before.release();
        try {
            server = JettyServer.start(wanted.server().at(port), wantedIdentity, handlers.get());
        } catch (IOException failure) {
            server = JettyServer.start(settings.server().at(port), identity, handlers.get());
            watches.endPresent();
            before.close(Duration.ZERO);
            throw failure;
        }
    }

    /** Stops: no longer ready, then watches end, then requests in flight, then connections. Blocks. */
    void close(Duration patience) {
        readiness.close();
        watches.endAll();
        server.close(patience);
    }
}
