package mortise.core.http.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrameReaderTest {

    private final List<String> heard = new ArrayList<>();
    private final FrameReader reader = new FrameReader(new FrameReader.Listener() {
        @Override
        public void pinged(byte[] payload) {
            heard.add("ping " + Arrays.toString(payload));
        }

        @Override
        public void closed(int code) {
            heard.add("close " + code);
        }
    });

    private static byte[] frame(int first, byte[] payload, Random random) {
        var frame = new ByteArrayOutputStream();
        frame.write(first);
        int extended = payload.length < 126 ? 0 : payload.length < 65536 ? 2 : 8;
        frame.write(0x80 | (extended == 0 ? payload.length : extended == 2 ? 126 : 127));
        for (int i = extended - 1; i >= 0; i--) {
            frame.write((int) ((long) payload.length >> 8 * i));
        }
        var mask = new byte[4];
        random.nextBytes(mask);
        frame.writeBytes(mask);
        for (int i = 0; i < payload.length; i++) {
            frame.write(payload[i] ^ mask[i % 4]);
        }
        return frame.toByteArray();
    }

    private static byte[] bytes(Random random, int length) {
        var bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void framesMayBeCutAnywhere() throws Exception {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        var sent = new ByteArrayOutputStream();
        var expected = new ArrayList<String>();
        int[] lengths = {0, 1, 125, 126, 65535, 65536, 200_000};
        for (int i = 0; i < 300; i++) {
            switch (random.nextInt(3)) {
                case 0 -> {
                    byte[] payload = bytes(random, random.nextInt(126));
                    expected.add("ping " + Arrays.toString(payload));
                    sent.writeBytes(frame(0x89, payload, random));
                }
                case 1 -> sent.writeBytes(frame(0x8a, bytes(random, random.nextInt(126)), random));
                default -> sent.writeBytes(frame(random.nextInt(3) | random.nextInt(2) << 7,
                        bytes(random, lengths[random.nextInt(lengths.length)]), random));
            }
        }
        sent.writeBytes(frame(0x88, new byte[] {1000 >> 8, (byte) 1000, 'x'}, random));
        sent.writeBytes(bytes(random, 100));
        expected.add("close 1000");
        byte[] all = sent.toByteArray();
        for (int from = 0; from < all.length;) {
            int length = Math.min(all.length - from, 1 + random.nextInt(random.nextBoolean() ? 3 : 5000));
            reader.read(ByteBuffer.wrap(all, from, length));
            from += length;
        }
        assertThat(heard).as("seed " + seed).isEqualTo(expected);
    }

    private void refused(int code, int... frame) {
        var fresh = new FrameReader(new FrameReader.Listener() {
            @Override
            public void pinged(byte[] payload) {
                heard.add("ping");
            }

            @Override
            public void closed(int closed) {
                heard.add("close");
            }
        });
        var bytes = new byte[frame.length];
        for (int i = 0; i < frame.length; i++) {
            bytes[i] = (byte) frame[i];
        }
        assertThatThrownBy(() -> fresh.read(ByteBuffer.wrap(bytes))).as(Arrays.toString(frame))
                .isInstanceOfSatisfying(FrameReader.Violation.class, violation ->
                        assertThat(violation.code()).isEqualTo(code));
    }

    @Test
    void whatAClientMayNotSendIsRefused() {
        refused(1002, 0x81, 5);
        refused(1002, 0x83, 0x80);
        refused(1002, 0x8b, 0x80);
        refused(1002, 0xc1, 0x80);
        refused(1002, 0x09, 0x80);
        refused(1002, 0x89, 0xfe);
        refused(1002, 0x88, 0x81, 0, 0, 0, 0, 1);
        refused(1002, 0x88, 0x82, 0, 0, 0, 0, 1005 >> 8, 1005 & 0xff);
        refused(1009, 0x82, 0xff, 0, 0, 0, 0, 0, 0x10, 0, 1, 0, 0, 0, 0);
        refused(1009, 0x82, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        assertThat(heard).isEmpty();
    }

    @Test
    void aCloseMayHaveNoCode() throws Exception {
        reader.read(ByteBuffer.wrap(frame(0x88, new byte[0], new Random(1))));
        assertThat(heard).containsExactly("close 0");
    }

    @Test
    void frameLengthsTakeAsManyBytesAsTheyNeed() {
        assertThat(WebSocketFrame.text(new byte[125], 0)).hasSize(127).startsWith(0x81, 125);
        assertThat(WebSocketFrame.text(new byte[126], 0)).hasSize(130).startsWith(0x81, 126, 0, 126);
        assertThat(WebSocketFrame.binary(new byte[65539], 4)).hasSize(65539).startsWith(0x82, 126, 0xff, 0xff);
        assertThat(WebSocketFrame.binary(new byte[65536], 0)).hasSize(65546)
                .startsWith(0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0);
    }
}
