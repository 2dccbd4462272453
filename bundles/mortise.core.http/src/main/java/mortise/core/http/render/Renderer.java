package mortise.core.http.render;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.core.cache.CacheEntry;
import mortise.core.codec.JsonEncoder;
import mortise.core.codec.YamlEncoder;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.StatusMapper;
import mortise.core.http.negotiate.Representation;
import mortise.core.http.negotiate.Representation.Format;
import mortise.core.registry.ListPage;

/** Answers requests with objects and lists in the form that was negotiated. Stateless; blocks while it writes. */
public final class Renderer {

    private static final int YAML_BYTES_MAX = 32 * 1024 * 1024;

    private final int compressFrom;

    /** Takes the size in bytes from which on answers are compressed for clients that take that. */
    public Renderer(int compressFrom) {
        this.compressFrom = compressFrom;
    }

    /** Makes errors of this exchange come in the given form. */
    public static void errorsIn(ApiExchange exchange, Format format, boolean pretty) {
        if (format == Format.YAML) {
            exchange.errorsAs(format.mediaType(), status -> YamlEncoder.encode(StatusMapper.failure(status)));
        } else if (pretty) {
            exchange.errorsAs(format.mediaType(), status -> JsonEncoder.pretty(StatusMapper.failure(status)));
        }
    }

    /** Answers with one object. */
    public void object(ApiExchange exchange, int status, Shape shape, CacheEntry entry, Representation wanted) {
        int length = shape.singleLength(entry);
        if (wanted.format() == Format.JSON && !wanted.pretty() && length < Math.min(compressFrom, 64 * 1024)) {
            var out = new ExactBytes(length + 1);
            write(exchange, () -> {
                shape.single(entry, out);
                out.write('\n');
            });
            exchange.answer(status, wanted.format().mediaType(), out.bytes());
        } else {
            stream(exchange, status, wanted, out -> shape.single(entry, out));
        }
    }

    /** Answers with a list; its items are taken from the page while they are written. */
    public void list(ApiExchange exchange, Shape shape, ListPage page, Representation wanted) {
        stream(exchange, 200, wanted, out -> {
            shape.listHead(page, out);
            boolean first = true;
            for (CacheEntry entry : page.entries()) {
                if (!first) {
                    out.write(',');
                }
                first = false;
                shape.item(entry, out);
            }
            shape.listTail(out);
        });
    }

    /** Answers with JSON that is there already. */
    public void json(ApiExchange exchange, int status, byte[] compact, Representation wanted) {
        stream(exchange, status, wanted, out -> out.write(compact));
    }

    private interface Content {
        void write(OutputStream out) throws IOException;
    }

    private interface Writing {
        void run() throws IOException;
    }

    private void stream(ApiExchange exchange, int status, Representation wanted, Content content) {
        boolean compress = exchange.plugins().compression() && acceptsGzip(exchange.wire().header("Accept-Encoding"));
        try (var answer = new AnswerStream(exchange, status, wanted.format().mediaType(),
                compress ? compressFrom : Integer.MAX_VALUE)) {
            write(exchange, () -> {
                if (wanted.format() == Format.YAML) {
                    answer.write(yaml(content));
                } else {
                    content.write(wanted.pretty() ? new PrettyJson(answer) : answer);
                    answer.write('\n');
                }
                answer.complete();
            });
        }
    }

    private static void write(ApiExchange exchange, Writing writing) {
        try {
            writing.run();
        } catch (IOException gone) {
            throw AnswerStream.gone(gone);
        }
    }

    private static byte[] yaml(Content content) throws IOException {
        var json = new LimitedBytes(YAML_BYTES_MAX);
        content.write(json);
        return YamlEncoder.encode(json.toByteArray());
    }

    /** Says whether a client takes gzip: it is named, and not with quality 0. */
    static boolean acceptsGzip(String header) {
        int at = header.indexOf("gzip");
        if (at < 0) {
            return false;
        }
        int end = header.indexOf(',', at);
        String rest = header.substring(at + "gzip".length(), end < 0 ? header.length() : end).replace(" ", "");
        if (!rest.startsWith(";q=")) {
            return true;
        }
        try {
            return Double.parseDouble(rest.substring(";q=".length())) > 0;
        } catch (NumberFormatException notANumber) {
            return true;
        }
    }

    /** YAML cannot be written piece by piece, so a list that would need too much memory is refused. */
    private static final class LimitedBytes extends ByteArrayOutputStream {

        private final int most;

        LimitedBytes(int most) {
            this.most = most;
        }

        @Override
        public synchronized void write(byte[] bytes, int from, int length) {
            if (count + length > most) {
                throw new ApiException(ApiStatus.of(ErrorReason.NOT_ACCEPTABLE,
                        "the answer is too large for application/yaml; ask for application/json, or for less"));
            }
            super.write(bytes, from, length);
        }
    }

    /** A buffer of known size that gives its array away. */
    private static final class ExactBytes extends ByteArrayOutputStream {

        ExactBytes(int size) {
            super(size);
        }

        byte[] bytes() {
            return count == buf.length ? buf : toByteArray();
        }
    }
}
