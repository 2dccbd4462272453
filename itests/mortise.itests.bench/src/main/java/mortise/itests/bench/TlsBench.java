package mortise.itests.bench;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import mortise.tck.peer.Pki;
import org.conscrypt.Conscrypt;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What a server encrypts with TLS 1.3, by two implementations. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class TlsBench {

    private static final int LONG_ANSWER = 1 << 20;
    private static final int SHORT_ANSWER = 1_200;
    private static final char[] PASSWORD = "bench".toCharArray();

    /** Whose TLS. */
    @Param({"JDK", "Conscrypt"})
    public String implementation = "JDK";

    /** Where plain and encrypted bytes are: what Jetty calls direct or heap buffers. */
    @Param({"false", "true"})
    public boolean direct;

    private @Nullable SSLEngine server;
    private @Nullable ByteBuffer plain;
    private @Nullable ByteBuffer encrypted;

    /** Opens a connection. */
    @Setup
    public void open() throws Exception {
        Pki pki = new Pki();
        Pki.Identity identity = pki.issue("bench", "EC", "localhost");
        SSLContext context = implementation.equals("JDK") ? SSLContext.getInstance("TLS")
                : SSLContext.getInstance("TLS", Conscrypt.newProvider());
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        KeyStore store = emptyStore();
        store.setKeyEntry("server", identity.keys().getPrivate(), PASSWORD,
                new Certificate[] {identity.certificate(), pki.authority()});
        keys.init(store, PASSWORD);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        KeyStore authorities = emptyStore();
        authorities.setCertificateEntry("authority", pki.authority());
        trust.init(authorities);
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        engine.setEnabledProtocols(new String[] {"TLSv1.3"});
        SSLContext jdk = SSLContext.getInstance("TLS");
        jdk.init(null, trust.getTrustManagers(), null);
        shake(engine, jdk.createSSLEngine("localhost", 1));
        server = engine;
        plain = buffer(LONG_ANSWER);
        encrypted = buffer(LONG_ANSWER * 2);
    }

    private static KeyStore emptyStore() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static void shake(SSLEngine server, SSLEngine client) throws GeneralSecurityException, SSLException {
        client.setUseClientMode(true);
        ByteBuffer toServer = ByteBuffer.allocate(1 << 16);
        ByteBuffer toClient = ByteBuffer.allocate(1 << 16);
        client.beginHandshake();
        server.beginHandshake();
        while (shaking(server) || shaking(client)) {
            step(client, toServer, toClient);
            step(server, toClient, toServer);
        }
    }

    private static boolean shaking(SSLEngine engine) {
        return engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING;
    }

    private static void step(SSLEngine engine, ByteBuffer out, ByteBuffer in) throws SSLException {
        ByteBuffer nothing = ByteBuffer.allocate(0);
        ByteBuffer received = ByteBuffer.allocate(1 << 16);
        switch (engine.getHandshakeStatus()) {
            case NEED_TASK -> engine.getDelegatedTask().run();
            case NEED_WRAP -> engine.wrap(nothing, out);
            default -> {
                in.flip();
                engine.unwrap(in, received);
                in.compact();
            }
        }
    }

    private ByteBuffer buffer(int size) {
        return direct ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
    }

    /** Encrypts a part of a list. */
    @Benchmark
    public int longAnswer() throws SSLException {
        return wrap(LONG_ANSWER);
    }

    /** Encrypts what a get answers. */
    @Benchmark
    public int shortAnswer() throws SSLException {
        return wrap(SHORT_ANSWER);
    }

    private int wrap(int size) throws SSLException {
        plain.clear().limit(size);
        encrypted.clear();
        while (plain.hasRemaining()) {
            server.wrap(plain, encrypted);
        }
        return encrypted.position();
    }
}
