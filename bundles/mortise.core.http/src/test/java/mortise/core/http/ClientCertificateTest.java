package mortise.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import mortise.api.UserInfo;
import mortise.spi.authentication.Authentication;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClientCertificateTest {

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void aCertificateOfAnUnknownAuthorityReachesTheAuthenticators(HttpClient.Version version) throws Exception {
        try (var server = new TestServer("client_ca_file", TestServer.PKI.resolve("stranger.crt").toString())) {
            server.plugins.authenticator("test", 0, false, request -> request.peerCertificates().isEmpty()
                    ? Authentication.NOT_MINE
                    : new Authentication.Authenticated(UserInfo.of(
                            request.peerCertificates().get(0).getSubjectX500Principal().getName(), UserInfo.MASTERS)));
            server.plugins.endpoint("test", request -> mortise.spi.operations.EndpointResponse.text(200, "in"), "/in");
            HttpClient client = HttpClient.newBuilder().version(version).sslContext(stranger()).build();
            HttpRequest request = HttpRequest.newBuilder(server.uri("/in")).build();
            assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(200);
            assertThat(server.get("/in").statusCode()).isEqualTo(401);
        }
    }

    private static SSLContext stranger() throws Exception {
        Certificate certificate;
        try (var in = Files.newInputStream(TestServer.PKI.resolve("stranger.crt"))) {
            certificate = CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
        String pem = Files.readString(TestServer.PKI.resolve("stranger.key"));
        byte[] key = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("client", KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(key)),
                new char[0], new Certificate[] {certificate});
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), new TrustManager[] {new TrustsAll()}, null);
        return context;
    }

    private static final class TrustsAll extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
