package mortise.core.http.jetty;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mortise.core.http.tls.TlsIdentity;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Jetty, set up: one TLS port that speaks HTTP/1.1 and HTTP/2. Thread-safe. */
public final class JettyServer implements AutoCloseable {

    private final Server server;
    private final ServerConnector connector;

    /**
     * What can be set.
     *
     * @param address address to listen on
     * @param port port to listen on; 0 for any free one
     * @param threadsMax most threads at work, where the JVM has no virtual ones
     * @param idleTimeout how long a connection may be silent
     * @param headerBytesMax most bytes of request line and headers
     * @param streamsMax most concurrent requests on one HTTP/2 connection
     * @param connectionsMax most connections at a time; more wait until one ends
     */
    public record Settings(String address, int port, int threadsMax, Duration idleTimeout, int headerBytesMax,
            int streamsMax, int connectionsMax) {

        /** Returns the same for another port. */
        public Settings at(int otherPort) {
            return new Settings(
                    address, otherPort, threadsMax, idleTimeout, headerBytesMax, streamsMax, connectionsMax);
        }
    }

    private JettyServer(Server server, ServerConnector connector) {
        this.server = server;
        this.connector = connector;
    }

    /**
     * Starts to listen.
     *
     * @throws IOException when the port cannot be had
     */
    public static JettyServer start(Settings settings, TlsIdentity identity, Handler handler) throws IOException {
        JettyServer server = AlpnLoader.with(() -> build(settings, identity, handler));
        try {
            server.server.start();
            return server;
        } catch (Exception failure) {
            server.close();
            throw new IOException("cannot listen on " + settings.address() + ":" + settings.port() + ": "
                    + failure.getMessage(), failure);
        }
    }

    private static JettyServer build(Settings settings, TlsIdentity identity, Handler handler) {
        var threads = new QueuedThreadPool(settings.threadsMax(), Math.min(8, settings.threadsMax()));
        threads.setName("mortise-http");
        if (VirtualThreads.areSupported()) {
            threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("mortise-request-"));
        }
        var server = new Server(threads);
        var connector = connector(server, settings, identity);
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(settings.connectionsMax(), server));
        server.setErrorHandler(new StatusErrorHandler());
        server.setHandler(handler);
        return new JettyServer(server, connector);
    }

    private static ServerConnector connector(Server server, Settings settings, TlsIdentity identity) {
        HttpConfiguration http = http(settings);
        var alpn = new ALPNServerConnectionFactory("h2", "http/1.1");
        alpn.setDefaultProtocol("http/1.1");
        var http2 = new HTTP2ServerConnectionFactory(http);
        http2.setMaxConcurrentStreams(settings.streamsMax());
        http2.setStreamIdleTimeout(settings.idleTimeout().toMillis());
        var ssl = new SslConnectionFactory(tls(identity), alpn.getProtocol());
        // It would refuse a Host header that is not in the certificate, which clients behind a tunnel send.
        ssl.setEnsureSecureRequestCustomizer(false);
        var connector = new ServerConnector(server, 1, Math.max(1, Runtime.getRuntime().availableProcessors() / 2),
                ssl, alpn, http2, new HttpConnectionFactory(http));
        connector.setHost(settings.address());
        connector.setPort(settings.port());
        connector.setIdleTimeout(settings.idleTimeout().toMillis());
        connector.setAcceptQueueSize(1024);
        return connector;
    }

    private static HttpConfiguration http(Settings settings) {
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        // The resolver of RequestInfo judges paths, so that every refusal is one of this server's own.
        http.setUriCompliance(UriCompliance.UNSAFE);
        http.setRequestHeaderSize(settings.headerBytesMax());
        http.setResponseHeaderSize(32 * 1024);
        http.setIdleTimeout(settings.idleTimeout().toMillis());
        http.setUseOutputDirectByteBuffers(false);
        return http;
    }

    private static SslContextFactory.Server tls(TlsIdentity identity) {
        var tls = new SslContextFactory.Server();
        tls.setSslContext(identity.context());
        tls.setIncludeProtocols(identity.protocols().toArray(String[]::new));
        // Wanted, not needed: who has none may have a token. Whether to believe it is for an authenticator to say.
        tls.setWantClientAuth(identity.asksForCertificate());
        tls.setEndpointIdentificationAlgorithm(null);
        tls.setSniRequired(false);
        return tls;
    }

    /** Returns the port it listens on. */
    public int port() {
        return connector.getLocalPort();
    }

    /** Returns how many connections are open. */
    public int connections() {
        return connector.getConnectedEndPoints().size();
    }

    /** Gives the port away. Connections go on. */
    public void release() {
        connector.close();
    }

    /** Ends all connections at once. */
    @Override
    public void close() {
        close(Duration.ZERO);
    }

    /** Stops to listen, lets requests in flight finish for so long, then ends all connections. Blocks. */
    public void close(Duration patience) {
        server.setStopTimeout(patience.toMillis());
        try {
            connector.shutdown().get(server.getStopTimeout(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException goOn) {
            // What did not end by itself is ended now.
        }
        try {
            server.stop();
        } catch (Exception failure) {
            throw new IllegalStateException("the HTTP server did not stop", failure);
        } finally {
            server.destroy();
        }
    }
}
