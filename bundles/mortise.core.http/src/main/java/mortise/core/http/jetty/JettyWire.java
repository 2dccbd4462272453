package mortise.core.http.jetty;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.core.http.exchange.Wire;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** One request of Jetty's. The callback is completed once the answer is, whoever sends it. */
final class JettyWire implements Wire {

    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int READ_BYTES = 16 * 1024;
    /** How much of a body that is too long is read anyway, so that the client gets to see the answer. */
    private static final long DRAINED_MAX = 16L * 1024 * 1024;
    private static final byte[] EMPTY = {};

    private final Request request;
    private final Response response;
    private final Callback callback;
    /** Outlives the request, as a WebSocket does. */
    private final ByteBufferPool pool;
    // One thread works on a request, so one buffer at a time is taken for its answer.
    private @Nullable RetainableByteBuffer pooled;
    private HttpFields headers;

    JettyWire(Request request, Response response, Callback callback) {
        this.request = request;
        this.response = response;
        this.callback = callback;
        this.pool = request.getComponents().getByteBufferPool();
        this.headers = request.getHeaders();
    }

    @Override
    public String method() {
        return request.getMethod();
    }

    @Override
    public String rawPath() {
        String path = request.getHttpURI().getPath();
        return path == null ? "" : path;
    }

    @Override
    public String rawQuery() {
        String query = request.getHttpURI().getQuery();
        return query == null ? "" : query;
    }

    @Override
    public String header(String name) {
        String value = headers.get(name);
        return value == null ? "" : value;
    }

    @Override
    public Map<String, List<String>> headers() {
        return new HeaderView(headers);
    }

    @Override
    public Map<String, List<String>> take(Predicate<String> names) {
        if (headers.stream().noneMatch(field -> names.test(field.getLowerCaseName()))) {
            return Map.of();
        }
        var taken = new LinkedHashMap<String, List<String>>();
        HttpFields.Mutable rest = HttpFields.build();
        for (HttpField field : headers) {
            if (names.test(field.getLowerCaseName())) {
                taken.computeIfAbsent(field.getLowerCaseName(), first -> new ArrayList<>(1))
                        .add(field.getValue() == null ? "" : field.getValue());
            } else {
                rest.add(field);
            }
        }
        headers = rest.asImmutable();
        return taken;
    }

    @Override
    public List<X509Certificate> peerCertificates() {
        EndPoint.SslSessionData session = endPoint().getSslSessionData();
        X509Certificate[] chain = session == null ? null : session.peerCertificates();
        return chain == null ? List.of() : List.of(chain);
    }

    @Override
    public String remoteAddress() {
        SocketAddress address = request.getConnectionMetaData().getRemoteSocketAddress();
        return address instanceof InetSocketAddress inet && inet.getAddress() != null
                ? inet.getAddress().getHostAddress() : String.valueOf(address);
    }

    private EndPoint endPoint() {
        return request.getConnectionMetaData().getConnection().getEndPoint();
    }

    @Override
    public byte[] body(int bytesMax) {
        long announced = request.getLength();
        if (announced > bytesMax && header("Expect").equalsIgnoreCase("100-continue")) {
            throw tooLarge(bytesMax);
        }
        try (InputStream in = Content.Source.asInputStream(request)) {
            byte[] body = announced > 0 && announced <= bytesMax ? new byte[(int) announced] : new byte[READ_BYTES];
            int length = 0;
            while (true) {
                if (length == body.length) {
                    int one = in.read();
                    if (one < 0) {
                        return body;
                    }
                    if (length >= bytesMax) {
                        drain(in);
                        throw tooLarge(bytesMax);
                    }
                    body = Arrays.copyOf(body, Math.min(bytesMax, Math.max(READ_BYTES, 2 * body.length)));
                    body[length++] = (byte) one;
                }
                int read = in.read(body, length, body.length - length);
                if (read < 0) {
                    return length == 0 ? EMPTY : Arrays.copyOf(body, length);
                }
                length += read;
            }
        } catch (IOException broken) {
            throw ApiException.badRequest("the body of the request could not be read");
        }
    }

    @Override
    public InputStream bodyStream() {
        return Content.Source.asInputStream(request);
    }

    private static void drain(InputStream in) throws IOException {
        byte[] thrownAway = new byte[READ_BYTES];
        long left = DRAINED_MAX;
        int read = 0;
        while (left > 0 && read >= 0) {
            read = in.read(thrownAway);
            left -= read;
        }
    }

    private static ApiException tooLarge(int bytesMax) {
        return new ApiException(ApiStatus.of(ErrorReason.REQUEST_ENTITY_TOO_LARGE,
                "Request entity too large: limit is " + bytesMax));
    }

    @Override
    public void send(Head head, byte[] body) {
        setHead(head);
        setLength(head, body);
        try {
            Content.Sink.write(response, true, ByteBuffer.wrap(body));
            callback.succeeded();
        } catch (IOException gone) {
            callback.failed(gone);
        }
    }

    @Override
    public void sendLater(Head head, byte[] body) {
        setHead(head);
        setLength(head, body);
        if (!http2()) {
            // Its thread hangs, so the connection cannot take another request.
            response.getHeaders().put("Connection", "close");
        }
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    private void setLength(Head head, byte[] body) {
        if (head.status() != 304 && head.status() != 204) {
            response.getHeaders().put("Content-Length", body.length);
        }
    }

    private void setHead(Head head) {
        response.setStatus(head.status());
        HttpFields.Mutable headers = response.getHeaders();
        for (int i = 0; i < head.headers().size(); i += 2) {
            headers.add(head.headers().get(i), head.headers().get(i + 1));
        }
    }

    private boolean http2() {
        return request.getConnectionMetaData().getHttpVersion() == org.eclipse.jetty.http.HttpVersion.HTTP_2;
    }

    @Override
    public Body open(Head head, boolean lasting) {
        setHead(head);
        if (lasting && !http2()) {
            // The client's end is noticed by asking for bytes, after which the connection is of no more use. Chunks let
            // the client tell the end of the body from a broken connection all the same.
            response.getHeaders().put("Connection", "close");
            response.getHeaders().put("Transfer-Encoding", "chunked");
        }
        return new JettyBody(request, response, callback, http2());
    }

    @Override
    public void tunnel(Head head, Socket peer, Duration idle, Runnable done) {
        setHead(head);
        endPoint().setIdleTimeout(idle.toMillis());
        var tunnel = new TunnelConnection(endPoint(), request.getComponents().getExecutor(), peer, done);
        // Jetty hands the connection over when the answer is complete.
        request.setAttribute(HttpStream.UPGRADE_CONNECTION_ATTRIBUTE, tunnel);
        response.write(true, ByteBuffer.allocate(0), Callback.from(callback::succeeded, failure -> {
            tunnel.onClose(failure);
            callback.failed(failure);
        }));
    }

    @Override
    public boolean switchesProtocols() {
        return request.getConnectionMetaData().getHttpVersion() == org.eclipse.jetty.http.HttpVersion.HTTP_1_1;
    }

    @Override
    public Body webSocket(Head head) {
        setHead(head);
        var socket = new WebSocketConnection(endPoint(), request.getComponents().getExecutor(),
                request.getComponents().getScheduler(), this::switchProtocols);
        request.setAttribute(HttpStream.UPGRADE_CONNECTION_ATTRIBUTE, socket);
        return socket;
    }

    /** Jetty hands the connection over when the answer is complete. */
    private void switchProtocols(Consumer<Throwable> failed) {
        response.write(true, ByteBuffer.allocate(0), Callback.from(callback::succeeded, failure -> {
            failed.accept(failure);
            callback.failed(failure);
        }));
    }

    @Override
    public ByteBuffer buffer() {
        RetainableByteBuffer acquired = pool.acquire(BUFFER_BYTES, false);
        pooled = acquired;
        ByteBuffer buffer = acquired.getByteBuffer();
        buffer.clear();
        return buffer.limit(BUFFER_BYTES);
    }

    @Override
    public void release(ByteBuffer buffer) {
        RetainableByteBuffer acquired = pooled;
        if (acquired != null && acquired.getByteBuffer() == buffer) {
            pooled = null;
            buffer.clear().limit(0);
            acquired.release();
        }
    }
}
