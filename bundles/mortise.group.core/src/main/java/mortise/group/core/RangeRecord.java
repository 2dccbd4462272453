package mortise.group.core;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;
import mortise.core.codec.JsonEncoder;
import mortise.core.codec.MalformedBodyException;
import org.jspecify.annotations.Nullable;

/**
 * Which numbers of a range are taken, as {@code RangeAllocation} objects say it: {@code data} is one large number, in
 * which bit <i>n</i> stands for the <i>n</i>-th of the range.
 */
final class RangeRecord {

    private RangeRecord() {
    }

    /** Returns the numbers that are taken; nothing when the record is of another range, or of another form. */
    static Optional<BitSet> read(byte[] value, String range) {
        try {
            if (!(JsonDecoder.decode(value, DecodeLimits.DEFAULT).value() instanceof Map<?, ?> tree)
                    || !range.equals(tree.get("range")) || !(tree.get("data") instanceof String data)) {
                return Optional.empty();
            }
            byte[] bytes = Base64.getDecoder().decode(data.getBytes(StandardCharsets.US_ASCII));
            return Optional.of(BitSet.valueOf(reversed(bytes)));
        } catch (MalformedBodyException | IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }

    static byte[] write(BitSet taken, String range) {
        var tree = new LinkedHashMap<String, @Nullable Object>();
        tree.put("kind", "RangeAllocation");
        tree.put("apiVersion", "v1");
        tree.put("metadata", new LinkedHashMap<String, @Nullable Object>());
        tree.put("range", range);
        // Without the leading zeros that a whole number of bytes may have.
        byte[] number = new BigInteger(1, reversed(taken.toByteArray())).toByteArray();
        int from = number.length > 1 && number[0] == 0 ? 1 : 0;
        tree.put("data", Base64.getEncoder().encodeToString(Arrays.copyOfRange(number, from, number.length)));
        return JsonEncoder.encodeStored(new ApiObject(tree));
    }

    private static byte[] reversed(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }
}
