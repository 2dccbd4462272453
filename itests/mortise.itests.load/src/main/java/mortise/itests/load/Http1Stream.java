package mortise.itests.load;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * HTTP/1.1 on a pair of streams with as little work as possible, so that the one who measures does not take the CPU of
 * the one who is measured: a body that nobody wants is counted where it was received. Not thread safe.
 */
final class Http1Stream {

    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int LINE_BYTES_MAX = 16 * 1024;

    private final InputStream in;
    private final OutputStream out;
    private final String fixedHeaders;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int position;
    private int end;

    /** What the headers said about the body: a length, or -1 for chunks. */
    private record Head(int status, long length) { }

    Http1Stream(InputStream in, OutputStream out, String fixedHeaders) {
        this.in = in;
        this.out = out;
        this.fixedHeaders = fixedHeaders;
    }

    Client.Answer exchange(Client.Request request) throws IOException {
        send(request);
        Head head = readHead();
        boolean keep = request.keep() || head.status() >= 300;
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        long bytes = head.length() < 0 ? readChunks(keep, kept) : readExactly(head.length(), keep, kept);
        return new Client.Answer(head.status(), bytes, kept.toByteArray());
    }

    void send(Client.Request request) throws IOException {
        StringBuilder text = new StringBuilder(256);
        text.append(request.method()).append(' ').append(request.path()).append(" HTTP/1.1\r\n").append(fixedHeaders);
        text.append("Accept: ").append(request.accept()).append("\r\n");
        if (request.gzip()) {
            text.append("Accept-Encoding: gzip\r\n");
        }
        if (request.body().length > 0) {
            text.append("Content-Type: ").append(request.contentType()).append("\r\n");
            text.append("Content-Length: ").append(request.body().length).append("\r\n");
        }
        byte[] head = text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
        // One write, hence one TLS record for a small request.
        byte[] whole = Arrays.copyOf(head, head.length + request.body().length);
        System.arraycopy(request.body(), 0, whole, head.length, request.body().length);
        out.write(whole);
        out.flush();
    }

    private Head readHead() throws IOException {
        String status = readLine();
        if (!status.startsWith("HTTP/1.1 ")) {
            throw new IOException("not an HTTP/1.1 answer: " + status);
        }
        int code = Integer.parseInt(status.substring(9, 12));
        long length = 0;
        for (String line = readLine(); !line.isEmpty(); line = readLine()) {
            String lower = line.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Long.parseLong(lower.substring("content-length:".length()).strip());
            } else if (lower.startsWith("transfer-encoding:") && lower.contains("chunked")) {
                length = -1;
            }
        }
        return new Head(code, length);
    }

    private String readLine() throws IOException {
        StringBuilder line = new StringBuilder(64);
        for (int c = read(); c != '\n'; c = read()) {
            if (line.length() == LINE_BYTES_MAX) {
                throw new IOException("a header line is longer than " + LINE_BYTES_MAX + " bytes");
            }
            line.append((char) c);
        }
        int last = line.length() - 1;
        return last >= 0 && line.charAt(last) == '\r' ? line.substring(0, last) : line.toString();
    }

    private int read() throws IOException {
        if (position == end) {
            fill();
        }
        return buffer[position++] & 0xff;
    }

    private void fill() throws IOException {
        position = 0;
        end = in.read(buffer, 0, buffer.length);
        if (end <= 0) {
            end = 0;
            throw new EOFException("the server closed the connection");
        }
    }

    private long readChunks(boolean keep, ByteArrayOutputStream kept) throws IOException {
        long bytes = 0;
        while (true) {
            String size = readLine();
            int semicolon = size.indexOf(';');
            long length = Long.parseLong((semicolon < 0 ? size : size.substring(0, semicolon)).strip(), 16);
            bytes += readExactly(length, keep, kept);
            readLine();
            if (length == 0) {
                return bytes;
            }
        }
    }

    private long readExactly(long length, boolean keep, ByteArrayOutputStream kept) throws IOException {
        for (long left = length; left > 0;) {
            if (position == end) {
                fill();
            }
            int part = (int) Math.min(left, end - position);
            if (keep) {
                kept.write(buffer, position, part);
            }
            position += part;
            left -= part;
        }
        return length;
    }

    /** The status of an answer whose body goes on: see {@link #rest}. */
    int startReading() throws IOException {
        return readHead().status();
    }

    /** What came behind the head as it travelled, chunk sizes included. What comes next is for the caller to read. */
    byte[] rest() {
        return Arrays.copyOfRange(buffer, position, end);
    }
}
