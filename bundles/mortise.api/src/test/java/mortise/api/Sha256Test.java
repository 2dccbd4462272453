package mortise.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class Sha256Test {

    /** The first example of FIPS 180-2. */
    private static final String OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @Test
    void aDigestIsTheSameHoweverItIsMade() {
        byte[] text = "abc".getBytes(StandardCharsets.UTF_8);
        assertThat(Sha256.hex("abc")).isEqualTo(OF_ABC);
        assertThat(HexFormat.of().formatHex(Sha256.of(text))).isEqualTo(OF_ABC);
        var inParts = Sha256.begin();
        inParts.update(text, 0, 1);
        inParts.update(text, 1, 2);
        assertThat(HexFormat.of().formatHex(inParts.digest())).isEqualTo(OF_ABC);
    }
}
