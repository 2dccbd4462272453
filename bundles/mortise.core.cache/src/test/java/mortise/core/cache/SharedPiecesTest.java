package mortise.core.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import mortise.api.GroupVersionKind;
import org.junit.jupiter.api.Test;

class SharedPiecesTest {

    private static final int ROUNDS = 2_000;

    private final SharedPieces pieces = new SharedPieces();

    @Test
    void whatManyHaveInCommonIsHeldOnce() {
        assertThat(cut(body("a", fields(40))).length).as("the first of its kind").isEqualTo(1);
        byte[][] second = cut(body("b", fields(40)));
        byte[][] third = cut(body("c", fields(40)));
        assertThat(second.length).isEqualTo(3);
        assertThat(third[1]).isSameAs(second[1]).isEqualTo(bytes(fields(40)));
        assertThat(joined(third)).isEqualTo(bytes(body("c", fields(40))));
    }

    @Test
    void whatIsShortOrDifferentIsLeftWhole() {
        for (int i = 0; i < 3; i++) {
            assertThat(cut(body("a", fields(2))).length).isEqualTo(1);
            assertThat(cut(body("a", fields(40 + i))).length).isEqualTo(1);
        }
    }

    @Test
    void everyOwnerIsCutOut() {
        String two = "\"metadata\":{\"managedFields\":[{\"fieldsV1\":" + fields(40)
                + "},{\"manager\":\"b\",\"fieldsV1\":"
                + fields(50) + "}]},\"spec\":{}}";
        cut(two);
        byte[][] cut = cut(two);
        assertThat(cut.length).isEqualTo(5);
        assertThat(joined(cut)).isEqualTo(bytes(two));
    }

    /** Whatever the bytes are, the pieces are the body; even of what is no JSON. */
    @Test
    void thePiecesAreTheBody() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        String[] words = {"\"fieldsV1\":{", "{", "}", "\"", "\\", "\"f:a\":{}", fields(30), "x"};
        for (int round = 0; round < ROUNDS; round++) {
            var text = new StringBuilder();
            for (int i = random.nextInt(12); i >= 0; i--) {
                text.append(words[random.nextInt(words.length)]);
            }
            byte[] body = bytes(text.toString());
            byte[][] cut = pieces.cut(body, random.nextInt(body.length + 1));
            assertThat(joined(cut)).as("seed %d, %s", seed, text).isEqualTo(body);
        }
    }

    @Test
    void anotherEncodingIsCutAtTheSamePieces() {
        cut(body("a", fields(40)));
        byte[][] body = cut(body("b", fields(40)));
        byte[] other = bytes("<" + fields(40) + "}>");
        byte[][] alike = SharedPieces.cutAlike(body, other);
        assertThat(alike[1]).isSameAs(body[1]);
        assertThat(joined(alike)).isEqualTo(other);
        byte[] foreign = bytes("<" + fields(41) + ">");
        assertThat(SharedPieces.cutAlike(body, foreign)[0]).isSameAs(foreign);
    }

    @Test
    void anEntryOfPiecesIsLikeAWholeOne() throws IOException {
        var selectable = new SelectableFields(Fixture.SPEC.selectable());
        byte[] stored = bytes("{\"kind\":\"Pod\",\"apiVersion\":\"v1\"," + body("x", fields(60)));
        CacheEntry whole = CacheEntry.of("/k", stored, 7, Map.of());
        CacheEntry.of("/k", stored, 7, selectable);
        CacheEntry cut = CacheEntry.of("/k", stored, 7, selectable);
        assertThat(cut.ownBytes()).isLessThan(whole.ownBytes());
        assertThat(cut.body()).isEqualTo(whole.body());
        assertThat(cut.bodyLength()).isEqualTo(whole.body().length);
        assertThat(cut.field("spec.nodeName")).isEqualTo("n");
        var kind = new GroupVersionKind("", "v1", "Pod");
        assertThat(cut.toObject(kind)).isEqualTo(whole.toObject(kind));
        assertThat(cut.at(1234).body()).isEqualTo(whole.at(1234).body());
        var body = new ByteArrayOutputStream();
        cut.writeBody(body);
        assertThat(body.toByteArray()).isEqualTo(whole.body());
        var metadata = new ByteArrayOutputStream();
        cut.writeMetadata(metadata);
        assertThat(metadata.toByteArray()).isEqualTo(Arrays.copyOf(whole.body(), whole.metadataLength()));
    }

    private byte[][] cut(String body) {
        return pieces.cut(bytes(body), body.length());
    }

    private static String body(String name, String fields) {
        return "\"metadata\":{\"name\":\"" + name + "\",\"uid\":\"u\","
                + "\"managedFields\":[{\"manager\":\"m\",\"fieldsV1\":"
                + fields + "}]},\"spec\":{\"nodeName\":\"n\"}}";
    }

    private static String fields(int count) {
        var text = new StringBuilder("{\"f:q\":{\"k:{\\\"name\\\":\\\"}\\\"}\":{}}");
        for (int i = 0; i < count; i++) {
            text.append(",\"f:field").append(i).append("\":{}");
        }
        return text.append('}').toString();
    }

    private static byte[] joined(byte[][] pieces) {
        var all = new ByteArrayOutputStream();
        for (byte[] piece : pieces) {
            all.writeBytes(piece);
        }
        return all.toByteArray();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
