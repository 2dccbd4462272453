package mortise.core.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One connection of HTTP/1.1 that is never opened again; used by one thread. */
final class KeptConnection implements AutoCloseable {

    private static final Pattern STATUS = Pattern.compile("HTTP/1.1 (\\d+)");
    private static final Pattern LENGTH = Pattern.compile("(?i)content-length: (\\d+)");

    private final Socket socket;

    KeptConnection(Socket socket) {
        this.socket = socket;
    }

    /** Sends a request and returns the status of its answer; throws when the connection ends. */
    int get(String path, String headers) throws IOException {
        socket.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
        var head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            head.append((char) one());
        }
        for (int left = number(LENGTH, head); left > 0; left--) {
            one();
        }
        return number(STATUS, head);
    }

    private int one() throws IOException {
        InputStream in = socket.getInputStream();
        int read = in.read();
        if (read < 0) {
            throw new EOFException("the server closed the connection");
        }
        return read;
    }

    private static int number(Pattern pattern, CharSequence text) throws IOException {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IOException("not an answer: " + text);
        }
        return Integer.parseInt(matcher.group(1));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
