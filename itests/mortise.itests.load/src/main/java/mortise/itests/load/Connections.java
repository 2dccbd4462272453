package mortise.itests.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** Opens connections to one server. Thread safe. */
final class Connections {

    private static final int CONNECT_MILLIS_MAX = 10_000;
    private static final int SILENCE_MILLIS_MAX = 120_000;

    private final URI server;
    private final SSLContext tls;
    private final Optional<String> authorization;

    Connections(Kubeconfig config, SSLContext tls) {
        this.server = config.server();
        this.tls = tls;
        this.authorization = config.token().map(t -> "Bearer " + t);
    }

    /** A socket with HTTP/1.1 on it; the caller closes it. */
    Http1 http1() throws IOException {
        SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket();
        try {
            socket.setSSLParameters(http1(socket.getSSLParameters()));
            socket.setTcpNoDelay(true);
            socket.connect(address(), CONNECT_MILLIS_MAX);
            socket.setSoTimeout(SILENCE_MILLIS_MAX);
            socket.startHandshake();
            return new Http1(socket, new Http1Stream(socket.getInputStream(), socket.getOutputStream(), headers()));
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** A connection for HTTP/1.1 that a selector can watch over; the caller closes it. */
    TlsChannel channel() throws IOException {
        SSLEngine engine = tls.createSSLEngine(Kubeconfig.host(server), server.getPort());
        engine.setUseClientMode(true);
        engine.setSSLParameters(http1(engine.getSSLParameters()));
        return TlsChannel.connect(address(), engine, CONNECT_MILLIS_MAX);
    }

    private static SSLParameters http1(SSLParameters parameters) {
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setApplicationProtocols(new String[] {"http/1.1"});
        return parameters;
    }

    private InetSocketAddress address() {
        return new InetSocketAddress(Kubeconfig.host(server), server.getPort());
    }

    /** What every request of HTTP/1.1 carries, as it is sent. */
    String headers() {
        return "Host: " + server.getAuthority() + "\r\nUser-Agent: mortise-load\r\n"
                + authorization.map(a -> "Authorization: " + a + "\r\n").orElse("");
    }

    /** A client with an HTTP/2 connection of its own. */
    Client http2() {
        return new Http2(HttpClient.newBuilder().sslContext(tls).version(HttpClient.Version.HTTP_2)
                .connectTimeout(Duration.ofMillis(CONNECT_MILLIS_MAX)).build());
    }

    /** A client over a plain socket. */
    record Http1(Socket socket, Http1Stream stream) implements Client {

        @Override
        public Answer exchange(Request request) throws IOException {
            return stream.exchange(request);
        }

        @Override
        public void close() {
            try {
                socket.close();
            } catch (IOException e) {
                // It is gone either way, and nothing waits for it.
                return;
            }
        }
    }

    private final class Http2 implements Client {

        private final HttpClient client;

        Http2(HttpClient client) {
            this.client = client;
        }

        @Override
        public Answer exchange(Request request) throws IOException, InterruptedException {
            HttpRequest.Builder builder = HttpRequest.newBuilder(server.resolve(request.path()))
                    .timeout(Duration.ofMillis(SILENCE_MILLIS_MAX))
                    .header("Accept", request.accept()).header("User-Agent", "mortise-load")
                    .method(request.method(), HttpRequest.BodyPublishers.ofByteArray(request.body()));
            authorization.ifPresent(a -> builder.header("Authorization", a));
            if (request.body().length > 0) {
                builder.header("Content-Type", request.contentType());
            }
            if (request.gzip()) {
                builder.header("Accept-Encoding", "gzip");
            }
            AtomicLong bytes = new AtomicLong();
            HttpResponse<byte[]> response = client.send(builder.build(), info -> request.keep()
                    || info.statusCode() >= 300 ? HttpResponse.BodySubscribers.ofByteArray() : counting(bytes));
            if (response.version() != HttpClient.Version.HTTP_2) {
                throw new IOException("the server answered with " + response.version());
            }
            return new Answer(response.statusCode(), bytes.addAndGet(response.body().length), response.body());
        }

        private static HttpResponse.BodySubscriber<byte[]> counting(AtomicLong bytes) {
            HttpResponse.BodySubscriber<Void> counter = HttpResponse.BodySubscribers.ofByteArrayConsumer(
                    part -> part.ifPresent(p -> bytes.addAndGet(p.length)));
            return HttpResponse.BodySubscribers.mapping(counter, end -> new byte[0]);
        }

        @Override
        public void close() {
            // An HttpClient of this Java release ends with its last reference.
        }
    }
}
