package mortise.core.http.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLException;
import mortise.tck.peer.Peer;
import mortise.tck.peer.Pki;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientTlsTest {

    private final Pki pki = new Pki();
    private final Peer node = Peer.secure(pki, "127.0.0.1");

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        node.close();
    }

    private void call(ClientTls.Files files) throws Exception {
        HttpClient.newBuilder().sslContext(ClientTls.context(files)).build().send(
                HttpRequest.newBuilder(URI.create(node.url())).timeout(Duration.ofSeconds(20)).build(),
                HttpResponse.BodyHandlers.discarding());
    }

    private Optional<Path> write(String name, String text) throws IOException {
        return Optional.of(Files.writeString(folder.resolve(name), text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"EC", "RSA"})
    void nodesAreShownTheCertificate(String algorithm) throws Exception {
        Pki.Identity own = pki.issue("server-as-client", algorithm);
        call(new ClientTls.Files(write("ca.crt", pki.authorityPem()), write("own.crt", own.certificatePem()),
                write("own.key", own.keyPem())));
        assertThat(node.last().clientName()).isEqualTo("CN=server-as-client");
    }

    @Test
    void nodesAreVerifiedWhereThereIsAnAuthority() throws Exception {
        call(new ClientTls.Files(Optional.empty(), Optional.empty(), Optional.empty()));
        assertThat(node.last().clientName()).isEmpty();
        assertThatThrownBy(() -> call(new ClientTls.Files(write("ca.crt", new Pki().authorityPem()), Optional.empty(),
                Optional.empty()))).isInstanceOf(SSLException.class);
    }
}
