package mortise.core.http;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import mortise.core.http.jetty.JettyServer;
import mortise.core.http.tls.TlsIdentity;

/**
 * The part of the configuration that a change of needs another listener. Equal when none is needed.
 *
 * @param server what Jetty is told
 * @param certificate file of the server's chain; empty when not configured, like the next two
 * @param key file of its key
 * @param clientCa file of the authorities that clients are told about
 * @param proxyCa file of more of them
 * @param oldestTls oldest version of TLS
 */
record ListenerSettings(
        JettyServer.Settings server, String certificate, String key, String clientCa, String proxyCa,
        String oldestTls) {

    static ListenerSettings of(HttpServerConfig config) {
        var server = new JettyServer.Settings(config.bind_address(), config.secure_port(), config.threads_max(),
                Duration.ofSeconds(config.idle_timeout_seconds()), config.header_bytes_max(),
                config.http2_max_streams_per_connection(), config.connections_max());
        return new ListenerSettings(server, text(config.tls_cert_file()), text(config.tls_private_key_file()),
                text(config.client_ca_file()), text(config.requestheader_client_ca_file()), config.tls_min_version());
    }

    /** A key without a default is {@code null} when it is not configured. */
    private static String text(@org.jspecify.annotations.Nullable String configured) {
        return configured == null ? "" : configured.strip();
    }

    /** Reads the files; throws when one is missing or does not hold what it should. */
    TlsIdentity identity() throws IOException {
        List<Path> authorities = Stream.of(clientCa, proxyCa).filter(file -> !file.isEmpty()).map(Path::of).toList();
        return TlsIdentity.load(file("tls.cert.file", certificate), file("tls.private.key.file", key), authorities,
                oldestTls);
    }

    private static Path file(String name, String configured) throws IOException {
        if (configured.isEmpty()) {
            throw new IOException(name + " is not set");
        }
        return Path.of(configured);
    }

    /** Says whether both are the same address and configured port. */
    boolean samePlace(ListenerSettings other) {
        return server.port() == other.server.port() && server.address().equals(other.server.address());
    }

    /** Returns what clients call the server that got the given port. */
    String url(int port) {
        String address = server.address();
        return "https://" + (address.indexOf(':') >= 0 ? "[" + address + "]" : address) + ":" + port;
    }
}
