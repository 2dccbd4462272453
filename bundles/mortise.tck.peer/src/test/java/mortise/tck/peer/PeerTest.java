package mortise.tck.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeerTest {

    private static final Pki PKI = new Pki();

    private static HttpResponse<String> post(HttpClient client, String url) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(url + "/a?b=c")).header("X-Name", "x").header("X-Name", "y")
                .POST(BodyPublishers.ofString("hello")).build();
        return client.send(request, BodyHandlers.ofString());
    }

    private static HttpClient trusting(Pki pki, Pki.Identity identity) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("k", identity.keys().getPrivate(), new char[0], new Certificate[] {identity.certificate()});
        store.setCertificateEntry("ca", pki.authority());
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }

    @Test
    void writesDownWhatComesAndAnswersAsTold() throws IOException, InterruptedException {
        try (Peer peer = Peer.plain()) {
            assertThat(post(HttpClient.newHttpClient(), peer.url()).body()).isEqualTo("{}");
            peer.answers(418, "no");
            HttpResponse<String> answer = post(HttpClient.newHttpClient(), peer.url());
            assertThat(answer.statusCode()).isEqualTo(418);
            assertThat(answer.body()).isEqualTo("no");
            assertThat(peer.seen()).hasSize(2);
            Peer.Seen last = peer.last();
            assertThat(last.method() + " " + last.target() + " " + last.body()).isEqualTo("POST /a?b=c hello");
            assertThat(last.header("x-name")).isEqualTo("x|y");
            assertThat(last.header("y-name") + last.clientName() + last.serverName() + last.session()).isEmpty();
        }
    }

    @Test
    void anAnswerKnowsWhatItAnswers() throws IOException, InterruptedException {
        try (Peer peer = Peer.plain()) {
            peer.answers((exchange, seen) -> Peer.send(exchange, 200, seen.body() + "!"));
            assertThat(post(HttpClient.newHttpClient(), peer.url()).body()).isEqualTo("hello!");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"EC", "RSA"})
    void seesTheCertificateOfTheClient(String algorithm) throws Exception {
        Pki.Identity client = PKI.issue("client", algorithm);
        try (Peer peer = Peer.secure(PKI, "127.0.0.1")) {
            assertThat(post(trusting(PKI, client), peer.url()).statusCode()).isEqualTo(200);
            assertThat(peer.last().clientName()).isEqualTo("CN=client");
            assertThat(peer.last().session()).isNotEmpty();
        }
        assertThat(client.keyPem()).startsWith("-----BEGIN " + algorithm + " PRIVATE KEY-----\n");
        assertThat(client.pkcs8Pem()).startsWith("-----BEGIN PRIVATE KEY-----\n");
        assertThat(client.certificatePem()).startsWith("-----BEGIN CERTIFICATE-----");
    }

    @Test
    void isNotTrustedForAnotherAuthorityOrName() throws GeneralSecurityException, IOException {
        var stranger = new Pki();
        try (Peer peer = Peer.secure(PKI, "127.0.0.1"); Peer elsewhere = Peer.secure(PKI, "127.0.0.9")) {
            HttpClient client = trusting(stranger, stranger.issue("client", "EC"));
            assertThatIOException().isThrownBy(() -> post(client, peer.url()));
            HttpClient other = trusting(PKI, PKI.issue("client", "EC"));
            assertThatIOException().isThrownBy(() -> post(other, elsewhere.url()));
            assertThat(peer.seen()).isEmpty();
            assertThat(elsewhere.seen()).isEmpty();
        }
    }
}
