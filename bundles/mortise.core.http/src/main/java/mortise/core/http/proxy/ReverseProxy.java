package mortise.core.http.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.AuditTrail;
import mortise.core.http.exchange.Wire;
import mortise.core.http.exchange.Wire.Head;
import mortise.spi.group.Connector.Target;

/**
 * Passes requests on to other servers and their answers back, both while they come. Thread-safe; blocks the thread of
 * the request, except for connections that have switched protocols.
 */
public final class ReverseProxy {

    private static final int BUFFER_BYTES = 32 * 1024;

    private final ProxySettings settings;
    private final PeerTls tls;
    private final Semaphore places;
    private final Map<Boolean, HttpClient> clients = new ConcurrentHashMap<>();
    private final ProtocolSwitch switches;

    /** Passes requests on within limits. */
    public ReverseProxy(ProxySettings settings, PeerTls tls) {
        this.settings = settings;
        this.tls = tls;
        this.places = new Semaphore(settings.requestsMax());
        this.switches = new ProtocolSwitch(settings, tls);
    }

    /**
     * Passes a request on and answers it.
     *
     * @param prefix path of this server that stands for the root of the other one
     * @throws ApiException 503 when the other server cannot be reached, 429 when too much is passed on already
     */
    public void pass(ApiExchange exchange, Target target, String prefix) {
        if (!places.tryAcquire()) {
            throw new ApiException(ApiStatus.of(ErrorReason.TOO_MANY_REQUESTS,
                    "Too many requests, please try again later.", ApiStatus.Details.of(List.of(), 1)));
        }
        boolean handedOver = false;
        try {
            // Whoever reads a log or waits for an event may have to wait for long.
            exchange.guard().deadline(System.nanoTime() + settings.connect().plus(settings.answer()).toNanos());
            if (target.upgrade() && ProtocolSwitch.wanted(exchange.wire())) {
                handedOver = switchProtocols(exchange, target, prefix);
            } else {
                passOn(exchange, target, prefix);
            }
        } finally {
            if (!handedOver) {
                places.release();
            }
        }
    }

    private boolean switchProtocols(ApiExchange exchange, Target target, String prefix) {
        Runnable recorded = exchange.audit().map(AuditTrail::hold).orElse(() -> { });
        boolean handedOver = false;
        try {
            handedOver = switches.pass(exchange, target, prefix, () -> {
                places.release();
                recorded.run();
            });
            return handedOver;
        } finally {
            if (!handedOver) {
                exchange.audit().ifPresent(AuditTrail::letGo);
            }
        }
    }

    private void passOn(ApiExchange exchange, Target target, String prefix) {
        HttpResponse<InputStream> response = send(exchange.wire(), target, prefix);
        try (InputStream content = response.body()) {
            Map<String, List<String>> headers = response.headers().map();
            boolean known = headers.containsKey("content-length");
            boolean silent = !known && !hasBody(exchange.wire());
            Optional<Wire.Body> body = exchange.open(
                    silent, new Head(response.statusCode(), ForwardedHeaders.ofAnswer(headers)));
            if (body.isPresent() && silent) {
                new AnswerCopy(body.get(), settings.answer()).copy(content);
            } else if (body.isPresent()) {
                copy(content, body.get());
            }
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    private static void copy(InputStream content, Wire.Body body) throws IOException {
        var buffer = new byte[BUFFER_BYTES];
        try {
            for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
                body.write(ByteBuffer.wrap(buffer, 0, read), false);
            }
            body.write(ByteBuffer.allocate(0), true);
        } catch (IOException broken) {
            body.abort(broken);
            throw broken;
        }
    }

    private HttpResponse<InputStream> send(Wire wire, Target target, String prefix) {
        URI address = target.address();
        try {
            var content = new RequestContent();
            HttpRequest.Builder request = HttpRequest.newBuilder(address).timeout(settings.answer())
                    .method(wire.method(), publisher(wire, content));
            List<String> headers = ForwardedHeaders.ofRequest(wire, prefix);
            for (int i = 0; i < headers.size(); i += 2) {
                request.header(headers.get(i), headers.get(i + 1));
            }
            CompletableFuture<HttpResponse<InputStream>> answer = client(target.trusted())
                    .sendAsync(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            if (hasBody(wire)) {
                answer.whenComplete((response, failure) -> content.answered());
                content.send(wire.bodyStream(), answer);
            }
            return await(answer);
        } catch (IOException failure) {
            throw Unreachable.because(address, failure);
        } catch (IllegalArgumentException malformed) {
            throw ApiException.badRequest("the request cannot be passed on: " + malformed.getMessage());
        } catch (InterruptedException late) {
            Thread.currentThread().interrupt();
            throw Unreachable.of("the request took too long");
        }
    }

    private static HttpResponse<InputStream> await(CompletableFuture<HttpResponse<InputStream>> answer)
            throws IOException, InterruptedException {
        try {
            return answer.get();
        } catch (InterruptedException late) {
            answer.cancel(true);
            throw late;
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof IOException known ? known : new IOException(failed.getCause());
        }
    }

    private static boolean hasBody(Wire wire) {
        String length = wire.header("Content-Length");
        return !wire.header("Transfer-Encoding").isEmpty() || !length.isEmpty() && !length.equals("0");
    }

    private static BodyPublisher publisher(Wire wire, RequestContent content) {
        if (!hasBody(wire)) {
            return BodyPublishers.noBody();
        }
        String length = wire.header("Content-Length");
        return length.isEmpty() ? BodyPublishers.fromPublisher(content)
                : BodyPublishers.fromPublisher(content, Long.parseLong(length));
    }

    private HttpClient client(boolean node) throws IOException {
        HttpClient present = clients.get(node);
        if (present == null) {
            present = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(settings.connect(node)).followRedirects(HttpClient.Redirect.NEVER)
                    .sslContext(tls.context(node)).build();
            HttpClient first = clients.putIfAbsent(node, present);
            present = first == null ? present : first;
        }
        return present;
    }
}
