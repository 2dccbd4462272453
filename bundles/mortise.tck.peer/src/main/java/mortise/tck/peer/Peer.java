package mortise.tck.peer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManagerFactory;

/** A server on a port of this machine that writes down what it is sent. Any thread. */
public final class Peer implements AutoCloseable {

    /**
     * What came.
     *
     * @param method of the request
     * @param target path and query
     * @param headers values by name, whatever its case
     * @param clientName subject of the client's certificate; empty when it showed none
     * @param serverName names that the client asked for in the handshake, as a list in text; empty without TLS
     * @param session of TLS, in hexadecimal digits; empty without TLS
     */
    public record Seen(String method, String target, Map<String, List<String>> headers, String body,
            String clientName, String serverName, String session) {

        /** Returns the values of a header with {@code |} between them; an empty text when it is not there. */
        public String header(String name) {
            return String.join("|", headers.getOrDefault(name, List.of()));
        }
    }

    /** How a request is answered. */
    @FunctionalInterface
    public interface Answer {

        /** Answers; the body of the request has been read and is in {@code seen}. */
        void to(HttpExchange exchange, Seen seen) throws IOException;
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Seen> seen = new CopyOnWriteArrayList<>();
    private volatile Answer answer = (exchange, seen) -> send(exchange, 200, "{}");

    private Peer(HttpServer server) {
        this.server = server;
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /** Starts a server without TLS. */
    public static Peer plain() {
        try {
            return new Peer(HttpServer.create(loopback(), 0));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Starts a server that asks for certificates of the same authority and needs none.
     *
     * @param names names and addresses of this machine that its own certificate is for
     */
    public static Peer secure(Pki pki, String... names) {
        try {
            HttpsServer server = HttpsServer.create(loopback(), 0);
            SSLContext context = context(pki, pki.issue("peer", "EC", names));
            server.setHttpsConfigurator(new HttpsConfigurator(context) {
                @Override
                public void configure(HttpsParameters parameters) {
                    SSLParameters wanted = context.getDefaultSSLParameters();
                    wanted.setWantClientAuth(true);
                    parameters.setSSLParameters(wanted);
                }
            });
            return new Peer(server);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    private static SSLContext context(Pki pki, Pki.Identity identity) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("k", identity.keys().getPrivate(), new char[0],
                new Certificate[] {identity.certificate()});
        store.setCertificateEntry("ca", pki.authority());
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    /** Returns the port that it listens on. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** Returns its URL by address, without a slash at the end. */
    public String url() {
        return (server instanceof HttpsServer ? "https" : "http") + "://127.0.0.1:" + port();
    }

    /** Answers with this from now on; an empty text for no body. It is {@code 200} and {@code {}} at first. */
    public void answers(int status, String body) {
        answer = (exchange, request) -> send(exchange, status, body);
    }

    /** Answers so from now on. */
    public void answers(Answer how) {
        answer = how;
    }

    /** Returns all that came so far. */
    public List<Seen> seen() {
        return seen;
    }

    /** Returns what came last, of which there has to be something. */
    public Seen last() {
        return seen.get(seen.size() - 1);
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        var headers = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(exchange.getRequestHeaders());
        String client = "";
        String name = "";
        String session = "";
        if (exchange instanceof HttpsExchange secure) {
            SSLSession tls = secure.getSSLSession();
            client = clientName(tls);
            name = String.valueOf(((ExtendedSSLSession) tls).getRequestedServerNames());
            session = HexFormat.of().formatHex(tls.getId());
        }
        var request = new Seen(exchange.getRequestMethod(), exchange.getRequestURI().toString(), headers, body, client,
                name, session);
        seen.add(request);
        try (exchange) {
            answer.to(exchange, request);
        }
    }

    private static String clientName(SSLSession session) {
        try {
            return ((X509Certificate) session.getPeerCertificates()[0]).getSubjectX500Principal().getName();
        } catch (SSLPeerUnverifiedException nobody) {
            return "";
        }
    }

    /** Sends an answer; an empty text for no body. */
    public static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
