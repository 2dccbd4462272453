package mortise.core.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import org.junit.jupiter.api.Test;

class AnyServerTest {

    private final AnyServer any = new AnyServer();
    private final X509Certificate[] nobody = new X509Certificate[0];

    @Test
    void believesServersAndNoClients() {
        assertThatCode(() -> any.checkServerTrusted(nobody, "EC")).doesNotThrowAnyException();
        assertThatExceptionOfType(CertificateException.class).isThrownBy(() -> any.checkClientTrusted(nobody, "EC"));
        assertThat(any.getAcceptedIssuers()).isEmpty();
    }
}
