package mortise.itests.clients;

import com.fasterxml.jackson.databind.JsonNode;
import io.kubernetes.client.openapi.ApiClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.WebSocket;
import okhttp3.WebSocketListener;
import okio.BufferedSource;

/** Requests as they are written down in tables, and what comes back: status, headers and JSON. */
final class RawAnswers implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final String server;
    private final OkHttpClient http;

    RawAnswers(Path kubeconfig) throws IOException {
        ApiClient client = JavaClientObjects.connect(kubeconfig);
        this.server = client.getBasePath();
        this.http = client.getHttpClient().newBuilder().readTimeout(PATIENCE).callTimeout(Duration.ZERO).build();
    }

    /** One answer. */
    record Answer(int status, Optional<String> retryAfter, JsonNode body) {

        String version() {
            return Json.version(body);
        }

        String continueToken() {
            return body.path("metadata").path("continue").asText();
        }

        /** The names of the items, in order. */
        List<String> names() {
            return body.path("items").valueStream().map(Json::name).toList();
        }

        String message() {
            return body.path("message").asText();
        }
    }

    Answer get(String path) {
        return get(path, "application/json");
    }

    Answer get(String path, String accept) {
        return call(new Request.Builder().url(server + path).header("Accept", accept).build());
    }

    CompletableFuture<Answer> getLater(String path) {
        return CompletableFuture.supplyAsync(() -> get(path));
    }

    Answer send(String method, String path, String type, String body) {
        RequestBody sent = RequestBody.create(body, MediaType.get(type));
        return call(new Request.Builder().url(server + path).method(method, sent).build());
    }

    private Answer call(Request request) {
        try (Response response = http.newCall(request).execute()) {
            return new Answer(response.code(), Optional.ofNullable(response.header("Retry-After")),
                    Json.read(response.body().string()));
        } catch (IOException e) {
            throw new UncheckedIOException(request.url() + " failed", e);
        }
    }

    /** Opens a watch. */
    Stream watch(String path) {
        return watch(path, "application/json");
    }

    Stream watch(String path, String accept) {
        try {
            return new Stream(http.newCall(
                    new Request.Builder().url(server + path).header("Accept", accept).build()).execute());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The body of an open watch. */
    static final class Stream implements AutoCloseable {

        private final Response response;

        Stream(Response response) {
            this.response = response;
        }

        int status() {
            return response.code();
        }

        String header(String name) {
            return response.header(name, "");
        }

        BufferedSource bytes() {
            return response.body().source();
        }

        /** Waits for the next event; nothing at the end. */
        Optional<JsonNode> next() {
            try {
                return Optional.ofNullable(bytes().readUtf8Line()).map(Json::read);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Waits for so many events and returns them as {@code TYPE name}. */
        List<String> texts(int count) {
            var texts = new ArrayList<String>();
            while (texts.size() < count) {
                texts.add(text(next().orElseThrow(() -> new AssertionError("the watch ended after " + texts))));
            }
            return texts;
        }

        /** Waits for the end and returns what came before it. */
        List<String> rest() {
            var texts = new ArrayList<String>();
            for (Optional<JsonNode> next = next(); next.isPresent(); next = next()) {
                texts.add(text(next.get()));
            }
            return texts;
        }

        static String text(JsonNode event) {
            return event.path("type").asText() + " " + Json.name(event.path("object"));
        }

        @Override
        public void close() {
            response.close();
        }
    }

    /** Opens a WebSocket and gives its first message, with {@code text} or {@code binary} before it, and protocol. */
    CompletableFuture<String> firstMessage(String path, String... headers) {
        var first = new CompletableFuture<String>();
        Request.Builder request = new Request.Builder().url(server + path);
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        WebSocket opened = http.newWebSocket(request.build(), new WebSocketListener() {
            private String protocol = "";

            @Override
            public void onOpen(WebSocket socket, Response response) {
                protocol = response.header("Sec-WebSocket-Protocol", "");
            }

            @Override
            public void onMessage(WebSocket socket, String text) {
                first.complete("text " + protocol + " " + text);
            }

            @Override
            public void onMessage(WebSocket socket, okio.ByteString bytes) {
                first.complete("binary " + protocol + " " + bytes.hex());
            }

            @Override
            public void onFailure(WebSocket socket, Throwable failure, Response response) {
                first.completeExceptionally(failure);
            }
        });
        return first.whenComplete((message, failure) -> opened.cancel());
    }

    @Override
    public void close() {
        http.dispatcher().executorService().shutdown();
        http.connectionPool().evictAll();
    }
}
