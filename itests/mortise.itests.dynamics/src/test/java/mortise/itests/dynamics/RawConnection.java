package mortise.itests.dynamics;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;

/** A TLS connection to the server for requests that no well-behaved client sends. One thread. */
final class RawConnection implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 30_000;
    private static final Pattern LENGTH = Pattern.compile("\r\ncontent-length: *([0-9]+)");

    private final Socket socket;

    /** An answer; the status is 0 when there was none. */
    record Answer(int status, String body) {

        static final Answer NONE = new Answer(0, "");
    }

    RawConnection(SSLContext tls, URI server) throws IOException {
        socket = tls.getSocketFactory().createSocket(server.getHost(), server.getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
    }

    /** Returns what trusts an authority, and shows a certificate of its own when there is one. */
    static SSLContext tls(Path authority, KeyManager... own) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("ca", CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(Files.readAllBytes(authority))));
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.length == 0 ? null : own, managers.getTrustManagers(), null);
        return context;
    }

    /** Sends a head, whose lines end themselves, with a body, and returns the answer; nothing when there is none. */
    Answer send(byte[] head, byte[] body) {
        try {
            socket.getOutputStream().write(head);
            socket.getOutputStream().write(body);
            socket.getOutputStream().flush();
            return read(socket.getInputStream());
        } catch (IOException refused) {
            return Answer.NONE;
        }
    }

    private static Answer read(InputStream in) throws IOException {
        var head = new ByteArrayOutputStream();
        int matched = 0;
        while (matched < 4) {
            int next = in.read();
            if (next < 0) {
                return Answer.NONE;
            }
            head.write(next);
            matched = next == (matched % 2 == 0 ? '\r' : '\n') ? matched + 1 : next == '\r' ? 1 : 0;
        }
        String text = head.toString(StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
        Matcher length = LENGTH.matcher(text);
        byte[] body = in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
        return new Answer(Integer.parseInt(text.substring(9, 12)), new String(body, StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** Shows one certificate, whatever is asked for. */
    static final class OneKey extends X509ExtendedKeyManager {

        private final X509Certificate certificate;
        private final PrivateKey key;

        OneKey(X509Certificate certificate, PrivateKey key) {
            this.certificate = certificate;
            this.key = key;
        }

        @Override
        public String chooseClientAlias(String[] types, Principal[] issuers, Socket connection) {
            return "one";
        }

        @Override
        public String[] getClientAliases(String type, Principal[] issuers) {
            return new String[] {"one"};
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return new X509Certificate[] {certificate};
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return key;
        }

        @Override
        public String[] getServerAliases(String type, Principal[] issuers) {
            return new String[0];
        }

        @Override
        public String chooseServerAlias(String type, Principal[] issuers, Socket connection) {
            return "";
        }
    }
}
