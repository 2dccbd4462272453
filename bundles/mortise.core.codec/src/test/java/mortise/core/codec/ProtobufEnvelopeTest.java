package mortise.core.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProtobufEnvelopeTest {

    private static byte[] hex(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    @Test
    void wrapsAsKubernetesDoes() {
        assertThat(ProtobufEnvelope.wrap("v1", "Pod", hex("0a00")))
                .isEqualTo(hex("6b387300 0a09 0a02 7631 1203 506f64 12020a00 1a00 2200"));
    }

    @Test
    void opensWhatItWraps() {
        var opened = ProtobufEnvelope.open(ProtobufEnvelope.wrap("apps/v1", "Deployment", new byte[300]));
        assertThat(opened.apiVersion()).isEqualTo("apps/v1");
        assertThat(opened.kind()).isEqualTo("Deployment");
        assertThat(opened.to() - opened.from()).isEqualTo(300);
        assertThat(opened.contentType() + opened.contentEncoding()).isEmpty();
    }

    @Test
    void anEnvelopeMayHoldNothing() {
        var opened = ProtobufEnvelope.open(hex("6b387300 9a0600"));
        assertThat(opened.to() - opened.from()).isZero();
        assertThat(opened.kind()).isEmpty();
    }

    @Test
    void refusesOtherBodies() {
        assertThatThrownBy(() -> ProtobufEnvelope.open(hex("6b387300"))).hasMessage("empty body");
        assertThatThrownBy(() -> ProtobufEnvelope.open(hex("00000000"))).hasMessage("provided data does not appear to"
                + " be a protobuf message, expected prefix [107 56 115 0]");
        assertThatThrownBy(() -> ProtobufEnvelope.open(hex("6b3873000a0f"))).hasMessage("unexpected EOF");
    }

    @Test
    void framesEvents() {
        assertThat(MetaMessages.watchFrame("ADDED", hex("01"))).isEqualTo(
                hex("0000000c 0a05 4144444544 1203 0a01 01"));
    }

    @Test
    void statusAndOptionsComeBack() {
        Map<String, Object> status = JsonTrees.of("{\"metadata\":{},\"status\":\"Failure\",\"message\":\"m\","
                + "\"details\":{\"name\":\"n\",\"causes\":[{\"field\":\"f\"}]},\"code\":404}");
        byte[] bytes = ProtobufEncoder.encode(status, MetaMessages.STATUS);
        assertThat(ProtobufDecoder.decode(bytes, 0, bytes.length, MetaMessages.STATUS, DecodeLimits.DEFAULT))
                .isEqualTo(status);
        Map<String, Object> options = new LinkedHashMap<>(Map.of("gracePeriodSeconds", 0L,
                "preconditions", Map.of("uid", "u"), "dryRun", List.of("All"), "propagationPolicy", "Orphan"));
        byte[] wire = ProtobufEncoder.encode(options, MetaMessages.DELETE_OPTIONS);
        assertThat(ProtobufDecoder.decode(wire, 0, wire.length, MetaMessages.DELETE_OPTIONS, DecodeLimits.DEFAULT))
                .isEqualTo(options);
    }

    /** Trees from JSON texts. */
    private static final class JsonTrees {

        @SuppressWarnings("unchecked")
        static Map<String, Object> of(String json) {
            return (Map<String, Object>) JsonDecoder.decode(
                    json.getBytes(StandardCharsets.UTF_8), DecodeLimits.DEFAULT).value();
        }
    }
}
