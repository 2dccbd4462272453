package mortise.core.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class YamlEncoderTest {

    @Test
    void theLayoutIsTheOneClientsKnow() {
        String json = "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"spec\":{\"containers\":[{\"name\":\"a\",\"ports\":[],"
                + "\"args\":[\"-x\",\"1\",\"10.0.0.1\",\"true\",\"\",\"a: b\",\"2024-01-01T00:00:00Z\"]}],"
                + "\"n\":1.50,\"e\":{},"
                + "\"s\":\"l1\\nl2\\n\",\"z\":null,\"1\":true}}";
        assertThat(encode(json)).isEqualTo("""
                apiVersion: v1
                kind: Pod
                spec:
                  "1": true
                  containers:
                  - args:
                    - -x
                    - "1"
                    - 10.0.0.1
                    - "true"
                    - ""
                    - 'a: b'
                    - "2024-01-01T00:00:00Z"
                    name: a
                    ports: []
                  e: {}
                  "n": 1.5
                  s: |
                    l1
                    l2
                  z: null
                """);
    }

    @Test
    void decodingReturnsWhatWasEncoded() {
        long seed = System.nanoTime();
        for (int i = 0; i < 1500; i++) {
            Object tree = new RandomTrees(seed + i).struct(5);
            byte[] yaml = YamlEncoder.encode(JsonEncoder.encode(tree));
            Object decoded = YamlDecoder.decode(yaml, DecodeLimits.DEFAULT).value();
            assertThat(JsonEncoder.encode(decoded))
                    .as("seed %d, yaml %s", seed + i, new String(yaml, UTF_8))
                    .hasSameSizeAs(JsonEncoder.encode(tree));
            assertThat(decoded).as("seed %d, yaml %s", seed + i, new String(yaml, UTF_8)).isEqualTo(tree);
        }
    }

    @Test
    void charactersBeyondTheBasicPlaneAreEscaped() {
        byte[] json = "{\"a\":\"\uD83D\uDC0E neigh\",\"\uD83D\uDC0E\":\"\u010d\"}".getBytes(UTF_8);
        String yaml = new String(YamlEncoder.encode(json), UTF_8);
        assertThat(yaml).isEqualTo("a: \"\\U0001F40E neigh\"\n\"\\U0001F40E\": \u010d\n");
    }

    @Test
    void whatIsNoJsonIsRefused() {
        assertThatThrownBy(() -> encode("{")).isInstanceOf(MalformedBodyException.class);
    }

    private static String encode(String json) {
        return new String(YamlEncoder.encode(json.getBytes(UTF_8)), UTF_8);
    }
}
