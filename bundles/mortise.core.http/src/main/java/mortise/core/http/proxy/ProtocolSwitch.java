package mortise.core.http.proxy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.Wire;
import mortise.core.http.exchange.Wire.Head;
import mortise.spi.group.Connector.Target;

/**
 * Passes requests on that want to switch the connection to another protocol, such as WebSocket or SPDY. When the other
 * server agrees, the connection becomes a tunnel for bytes of any kind. Thread-safe.
 */
final class ProtocolSwitch {

    private static final int SWITCHED = 101;
    private static final int HEAD_BYTES_MAX = 64 * 1024;
    /** What a server says that does not agree is an error message. */
    private static final int REFUSAL_BYTES_MAX = 1024 * 1024;

    private final ProxySettings settings;
    private final PeerTls tls;

    ProtocolSwitch(ProxySettings settings, PeerTls tls) {
        this.settings = settings;
        this.tls = tls;
    }

    /** Says whether a client wants to switch protocols. */
    static boolean wanted(Wire wire) {
        return !wire.header("Upgrade").isEmpty()
                && wire.header("Connection").toLowerCase(Locale.ROOT).contains("upgrade");
    }

    /** The head of an answer. */
    private record Answer(int status, Map<String, List<String>> headers) {

        String first(String name) {
            return headers.getOrDefault(name, List.of("")).get(0);
        }
    }

    /**
     * Passes a request on and answers it.
     *
     * @param done is run when the tunnel has ended
     * @return whether there is a tunnel; without one {@code done} is never run
     */
    boolean pass(ApiExchange exchange, Target target, String prefix, Runnable done) {
        URI address = target.address();
        Socket peer = null;
        boolean kept = false;
        try {
            peer = connect(target);
            peer.getOutputStream().write(request(exchange.wire(), address, prefix));
            peer.getOutputStream().flush();
            Answer answer = answer(peer.getInputStream());
            if (answer.status() == SWITCHED) {
                peer.setSoTimeout(0);
                kept = exchange.tunnel(switched(answer), peer, settings.idle(), done);
            } else {
                exchange.answer(new Head(answer.status(), refusalHeaders(answer)), refusal(answer, peer));
            }
            return kept;
        } catch (IOException failure) {
            throw Unreachable.because(address, failure);
        } finally {
            if (peer != null && !kept) {
                close(peer);
            }
        }
    }

    private Socket connect(Target target) throws IOException {
        URI address = target.address();
        int port = Unreachable.port(address);
        String host = address.getHost().replaceAll("^\\[|]$", "");
        var plain = new Socket();
        try {
            plain.connect(new InetSocketAddress(host, port), (int) settings.connect(target.trusted()).toMillis());
            plain.setSoTimeout((int) settings.answer().toMillis());
            plain.setTcpNoDelay(true);
            if (!"https".equalsIgnoreCase(address.getScheme())) {
                return plain;
            }
            var secure = (SSLSocket) tls.context(target.trusted()).getSocketFactory()
                    .createSocket(plain, host, port, true);
            SSLParameters parameters = secure.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            secure.setSSLParameters(parameters);
            secure.startHandshake();
            return secure;
        } catch (IOException failure) {
            close(plain);
            throw failure;
        }
    }

    private static byte[] request(Wire wire, URI address, String prefix) {
        String path = address.getRawPath() == null || address.getRawPath().isEmpty() ? "/" : address.getRawPath();
        String query = address.getRawQuery() == null ? "" : "?" + address.getRawQuery();
        var head = new StringBuilder(wire.method()).append(' ').append(path).append(query).append(" HTTP/1.1\r\n");
        line(head, "Host", address.getRawAuthority());
        line(head, "Connection", "Upgrade");
        line(head, "Upgrade", wire.header("Upgrade"));
        List<String> headers = ForwardedHeaders.ofRequest(wire, prefix);
        for (int i = 0; i < headers.size(); i += 2) {
            line(head, headers.get(i), headers.get(i + 1));
        }
        return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void line(StringBuilder head, String name, String value) {
        head.append(name).append(": ").append(value.replaceAll("[\\r\\n]", " ")).append("\r\n");
    }

    /** Reads the head of an answer and not a byte more, because what follows may be the other protocol's. */
    private static Answer answer(InputStream in) throws IOException {
        var bytes = new ByteArrayOutputStream();
        int end = 0;
        while (end < 4) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("EOF");
            }
            if (bytes.size() == HEAD_BYTES_MAX) {
                throw new IOException("malformed HTTP response: the head is too long");
            }
            bytes.write(next);
            end = next == (end % 2 == 0 ? '\r' : '\n') ? end + 1 : next == '\r' ? 1 : 0;
        }
        String[] lines = bytes.toString(StandardCharsets.ISO_8859_1).split("\r\n");
        String[] status = lines[0].split(" ", 3);
        if (status.length < 2 || !status[0].startsWith("HTTP/1.") || !status[1].matches("[1-9][0-9]{2}")) {
            throw new IOException("malformed HTTP response");
        }
        var headers = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            if (colon > 0) {
                headers.computeIfAbsent(lines[i].substring(0, colon),
                        name -> new ArrayList<>(1)).add(lines[i].substring(colon + 1).strip());
            }
        }
        return new Answer(Integer.parseInt(status[1]), headers);
    }

    private static Head switched(Answer answer) {
        List<String> headers = new ArrayList<>(List.of("Connection", "Upgrade", "Upgrade", answer.first("upgrade")));
        headers.addAll(ForwardedHeaders.ofAnswer(answer.headers()));
        return new Head(SWITCHED, headers);
    }

    private static List<String> refusalHeaders(Answer answer) {
        var kept = new TreeMap<>(answer.headers());
        // The body is sent whole, with its own length.
        kept.keySet().removeIf("content-length"::equalsIgnoreCase);
        return ForwardedHeaders.ofAnswer(kept);
    }

    private static byte[] refusal(Answer answer, Socket peer) throws IOException {
        InputStream in = peer.getInputStream();
        if (answer.first("transfer-encoding").equalsIgnoreCase("chunked")) {
            return chunks(in);
        }
        String length = answer.first("content-length");
        int most = length.matches("[0-9]{1,7}") ? Integer.parseInt(length) : REFUSAL_BYTES_MAX;
        return in.readNBytes(Math.min(most, REFUSAL_BYTES_MAX));
    }

    private static byte[] chunks(InputStream in) throws IOException {
        var body = new ByteArrayOutputStream();
        while (body.size() < REFUSAL_BYTES_MAX) {
            String size = line(in).split(";", 2)[0].strip();
            if (!size.matches("[0-9a-fA-F]{1,6}")) {
                throw new IOException("malformed chunked encoding");
            }
            int length = Integer.parseInt(size, 16);
            body.write(in.readNBytes(length));
            if (length == 0) {
                break;
            }
            line(in);
        }
        return body.toByteArray();
    }

    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\n' && line.length() < 1024; next = in.read()) {
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException goneAnyway) {
            // It is of no more use.
        }
    }
}
