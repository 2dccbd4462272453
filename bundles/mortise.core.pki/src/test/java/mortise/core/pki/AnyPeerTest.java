package mortise.core.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnyPeerTest {

    private final X509Certificate[] nobody = new X509Certificate[0];

    @Test
    void believesServersAndNoClients() {
        AnyPeer any = AnyPeer.server();
        assertThatCode(() -> any.checkServerTrusted(nobody, "EC")).doesNotThrowAnyException();
        assertThatExceptionOfType(CertificateException.class).isThrownBy(() -> any.checkClientTrusted(nobody, "EC"));
        assertThat(any.getAcceptedIssuers()).isEmpty();
    }

    @Test
    void believesClientsAndNoServers() {
        AnyPeer any = AnyPeer.client(List.of());
        assertThatCode(() -> any.checkClientTrusted(nobody, "EC")).doesNotThrowAnyException();
        assertThatExceptionOfType(CertificateException.class).isThrownBy(() -> any.checkServerTrusted(nobody, "EC"));
    }
}
