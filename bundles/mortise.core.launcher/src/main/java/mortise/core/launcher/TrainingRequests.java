package mortise.core.launcher;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The requests of a training run: what the first client after a start asks, so that those classes are archived too. */
final class TrainingRequests {

    /** System property that makes a start a training run. */
    static final String PROPERTY = "mortise.training";

    private static final int ROUNDS = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String DISCOVERY = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";
    private static final List<List<String>> REQUESTS = List.of(List.of("/readyz", "*/*"), List.of("/livez", "*/*"),
            List.of("/version", "application/json"), List.of("/api", DISCOVERY), List.of("/apis", DISCOVERY),
            List.of("/api/v1/namespaces", TABLE), List.of("/api/v1/namespaces?limit=500", "application/json"),
            List.of("/api/v1/namespaces/default", "application/json"));

    private TrainingRequests() {
    }

    static void send(String address, Pki.Material material) throws InterruptedException {
        try {
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(keys(material.administrator()).getKeyManagers(), trust(material.authority()).getTrustManagers(),
                    null);
            for (HttpClient.Version version : HttpClient.Version.values()) {
                HttpClient client = HttpClient.newBuilder().sslContext(tls).version(version).build();
                for (int round = 0; round < ROUNDS; round++) {
                    send(client, address);
                }
            }
        } catch (IOException | GeneralSecurityException e) {
            throw new StartException("the training requests fail", e);
        }
    }

    private static void send(HttpClient client, String address) throws IOException, InterruptedException {
        for (List<String> request : REQUESTS) {
            client.send(HttpRequest.newBuilder(URI.create(address + request.get(0))).timeout(PATIENCE)
                    .header("Accept", request.get(1)).build(), HttpResponse.BodyHandlers.ofByteArray());
        }
    }

    private static KeyManagerFactory keys(Identity identity) throws GeneralSecurityException, IOException {
        KeyStore store = emptyStore();
        store.setKeyEntry("client", identity.key(), new char[0], new Certificate[] {identity.certificate()});
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        return keys;
    }

    private static TrustManagerFactory trust(Identity authority) throws GeneralSecurityException, IOException {
        KeyStore store = emptyStore();
        store.setCertificateEntry("authority", authority.certificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        return trust;
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        return store;
    }
}
