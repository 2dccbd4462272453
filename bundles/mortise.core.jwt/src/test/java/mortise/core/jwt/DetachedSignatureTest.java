package mortise.core.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class DetachedSignatureTest {

    private static final byte[] SECRET = "f395accd246ae52d".getBytes(StandardCharsets.UTF_8);

    @Test
    void itIsTheMacOfTheHeaderAndTheTextWithoutTheText() throws GeneralSecurityException {
        String[] parts = DetachedSignature.of("the text", "07401b", SECRET).split("\\.", -1);
        assertThat(parts).hasSize(3);
        assertThat(new String(Base64.getUrlDecoder().decode(parts[0]), StandardCharsets.UTF_8))
                .isEqualTo("{\"alg\":\"HS256\",\"kid\":\"07401b\"}");
        assertThat(parts[1]).isEmpty();
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET, "HmacSHA256"));
        String text = Base64.getUrlEncoder().withoutPadding()
                .encodeToString("the text".getBytes(StandardCharsets.UTF_8));
        assertThat(Base64.getUrlDecoder().decode(parts[2]))
                .isEqualTo(mac.doFinal((parts[0] + "." + text).getBytes(StandardCharsets.UTF_8)));
    }
}
