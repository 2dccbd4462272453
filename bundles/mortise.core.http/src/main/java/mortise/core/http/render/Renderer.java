package mortise.core.http.render;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import mortise.core.cache.CacheEntry;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.AuditBody;
import mortise.core.http.exchange.AuditTrail;
import mortise.core.http.exchange.StatusMapper;
import mortise.core.http.negotiate.Representation;
import mortise.core.registry.ListPage;

/** Answers requests with objects and lists in the form that was negotiated. Stateless; blocks while it writes. */
public final class Renderer {

    /** Smaller answers are written into an array of their own instead of a pooled buffer, in bytes. */
    private static final int SMALL = 64 * 1024;

    private final int compressFrom;

    /** Takes the size in bytes from which on answers are compressed for clients that take that. */
    public Renderer(int compressFrom) {
        this.compressFrom = compressFrom;
    }

    /** Makes errors of this exchange come in the given form. */
    public static void errorsIn(ApiExchange exchange, Representation form) {
        Encoding encoding = Encoding.of(form);
        exchange.errorsAs(form.mediaType(),
                status -> encoding.status(StatusMapper.failure(status), form.pretty()));
    }

    /** Answers with one object. */
    public void object(ApiExchange exchange, int status, Shape shape, CacheEntry entry, Representation wanted) {
        audited(exchange, out -> shape.asJson().single(entry, out));
        int length = shape.singleLength(entry);
        if (!wanted.pretty() && length < Math.min(compressFrom, SMALL)) {
            var out = new ExactBytes(length + 1);
            write(() -> {
                shape.single(entry, out);
                end(shape.encoding(), out);
            });
            exchange.answer(status, wanted.mediaType(), out.bytes());
        } else {
            stream(exchange, status, wanted, out -> shape.single(entry, out));
        }
    }

    /** Answers with a list; its items are taken from the page while they are written. */
    public void list(ApiExchange exchange, Shape shape, ListPage page, Representation wanted) {
        audited(exchange, out -> list(shape.asJson(), page, out));
        stream(exchange, 200, wanted, out -> list(shape, page, out));
    }

    private static void list(Shape shape, ListPage page, OutputStream out) throws IOException {
        shape.listHead(page, out);
        boolean first = true;
        for (CacheEntry entry : page.entries()) {
            if (!first) {
                shape.separator(out);
            }
            first = false;
            shape.item(entry, out);
        }
        shape.listTail(page, out);
    }

    /** Writes what is recorded of an answer, when that is wanted. */
    private static void audited(ApiExchange exchange, Encoding.Part content) {
        exchange.audit().filter(AuditTrail::wantsAnswer).ifPresent(trail -> {
            var written = new AuditBody.Writer();
            write(() -> content.write(written));
            trail.answerBody(written.body());
        });
    }

    /** Answers with a status that is there as JSON. */
    public void json(ApiExchange exchange, int status, byte[] compact, Representation wanted) {
        audited(exchange, out -> out.write(compact));
        exchange.answer(status, wanted.mediaType(), Encoding.of(wanted).status(compact, wanted.pretty()));
    }

    private interface Writing {
        void run() throws IOException;
    }

    private void stream(ApiExchange exchange, int status, Representation wanted, Encoding.Part content) {
        boolean compress = exchange.plugins().compression() && acceptsGzip(exchange.wire().header("Accept-Encoding"));
        try (var answer = new AnswerStream(exchange, status, wanted.mediaType(),
                compress ? compressFrom : Integer.MAX_VALUE)) {
            write(() -> {
                content.write(wanted.pretty() ? new PrettyJson(answer) : answer);
                end(Encoding.of(wanted), answer);
                answer.complete();
            });
        }
    }

    private static void end(Encoding encoding, OutputStream out) throws IOException {
        if (encoding == Encoding.JSON) {
            out.write('\n');
        }
    }

    private static void write(Writing writing) {
        try {
            writing.run();
        } catch (IOException gone) {
            throw AnswerStream.gone(gone);
        }
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
