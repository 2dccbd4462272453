package mortise.core.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Base64TextTest {

    @ParameterizedTest
    @CsvSource({"'', ''", "TWFu, TWFu", "TWE=, TWE=", "TQ==, TQ==", "TR==, TQ==", "TWF=, TWE="})
    void bytesAreWrittenInTheUsualForm(String written, String shown) {
        assertThat(Base64Text.canonical(written)).isEqualTo(shown);
    }

    @Test
    void lineEndsAreLeftOut() {
        assertThat(Base64Text.canonical("TW\r\nE\n=\n")).isEqualTo("TWE=");
        assertThat(Base64Text.canonical("TQ=\n=")).isEqualTo("TQ==");
    }

    @ParameterizedTest
    @CsvSource({
        "not base64!, 3", "***, 0", "TWF, 0", "TWFuTQ, 4", "T===, 1", "=, 0", "TQ=, 3", "TQ=x, 2", "TQ==x, 4",
        "TWE=TWE=, 4", "TW\u00e9u, 2", "TW-_, 2"
    })
    void theMessageTellsWhereItGoesWrong(String written, int index) {
        assertThatThrownBy(() -> Base64Text.canonical(written)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("illegal base64 data at input byte " + index);
    }

    @Test
    void whatWasEncodedIsKept() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int i = 0; i < 2000; i++) {
            var bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            String text = Base64.getEncoder().encodeToString(bytes);
            assertThat(Base64Text.canonical(text)).as("seed %d", seed).isSameAs(text);
            String lines = Base64.getMimeEncoder(8, new byte[] {'\n'}).encodeToString(bytes);
            assertThat(Base64Text.canonical(lines)).as("seed %d", seed).isEqualTo(text);
        }
    }
}
