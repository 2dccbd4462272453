package mortise.core.codec;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * A list in YAML that is written item by item. Sorted keys put members before the items and behind them: the list
 * <pre>{"kind":"L","metadata":{},"items":[]}</pre>
 * has nothing but its items before {@code kind}. Immutable, any thread; never blocks.
 */
public final class YamlList {

    private static final byte[] INDENT = {' ', ' '};
    private static final byte[] DASH = {'-', ' '};

    private final byte[] whole;
    private final int head;
    private final int tail;

    /**
     * Starts a list.
     *
     * @param json an object whose last member is an empty array
     * @throws MalformedBodyException when it is something else
     */
    public YamlList(byte[] json) {
        Object tree = JsonDecoder.decode(json, new DecodeLimits(DecodeLimits.DEPTH_CEILING, Integer.MAX_VALUE)).value();
        String member = "";
        if (tree instanceof Map<?, ?> members) {
            for (Object name : members.keySet()) {
                member = (String) name;
            }
        }
        whole = YamlEncoder.encode(json);
        byte[] line = (member + ": []\n").getBytes(StandardCharsets.UTF_8);
        int start = lineStart(whole, line);
        head = start + line.length - " []\n".length();
        tail = start + line.length;
    }

    private static int lineStart(byte[] yaml, byte[] line) {
        for (int at = 0; at < yaml.length; at++) {
            if ((at == 0 || yaml[at - 1] == '\n') && ByteScan.startsWith(yaml, at, line)) {
                return at;
            }
        }
        throw new MalformedBodyException("no object whose last member is an empty list");
    }

    /** Returns the list without items. */
    public byte[] empty() {
        return whole.clone();
    }

    /** Returns what stands before the first item. */
    public byte[] head() {
        byte[] begin = Arrays.copyOf(whole, head + 1);
        begin[head] = '\n';
        return begin;
    }

    /** Returns an item of any list. */
    public static byte[] item(byte[] json) {
        byte[] yaml = YamlEncoder.encode(json);
        var item = new ByteArrayOutputStream(yaml.length + yaml.length / 8);
        int start = 0;
        for (int at = 0; at < yaml.length; at++) {
            if (yaml[at] == '\n') {
                if (start == 0) {
                    item.writeBytes(DASH);
                } else if (at > start) {
                    item.writeBytes(INDENT);
                }
                item.write(yaml, start, at + 1 - start);
                start = at + 1;
            }
        }
        return item.toByteArray();
    }

    /** Returns what stands behind the last item. */
    public byte[] tail() {
        return Arrays.copyOfRange(whole, tail, whole.length);
    }
}
