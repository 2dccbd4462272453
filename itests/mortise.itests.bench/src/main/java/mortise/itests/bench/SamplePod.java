package mortise.itests.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import mortise.api.ApiObject;
import mortise.core.cache.CacheEntry;
import mortise.core.cache.CacheSpec;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;
import mortise.core.codec.JsonEncoder;

/** A pod of 4.9 kB, the same one that the load driver creates, under as many names as wanted. */
final class SamplePod {

    static final String NODE_FIELD = "spec.nodeName";
    static final CacheSpec SPEC = new CacheSpec("/registry/pods/", true, selectable(), List.of(NODE_FIELD));

    private static final String JSON = read();

    private SamplePod() { }

    private static Map<String, Function<ApiObject, String>> selectable() {
        return Map.of(NODE_FIELD, pod -> pod.textAt("spec", "nodeName"));
    }

    private static String read() {
        try (InputStream in = SamplePod.class.getResourceAsStream("pod.json")) {
            if (in == null) {
                throw new IllegalStateException("pod.json is not beside the classes");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a client sends. */
    static byte[] sent(int number) {
        return JSON.replace("\"pod-0\"", "\"" + name(number) + "\"")
                .replace("\"node-00\"", "\"node-%02d\"".formatted(number % 50)).getBytes(StandardCharsets.UTF_8);
    }

    static String name(int number) {
        return "pod-%05d".formatted(number);
    }

    static String key(int number) {
        return SPEC.key("load-00", name(number));
    }

    @SuppressWarnings("unchecked")
    static ApiObject tree(int number) {
        return new ApiObject((Map<String, Object>) JsonDecoder.decode(sent(number), DecodeLimits.DEFAULT).value());
    }

    /** What is stored: the canonical form with the fields that the server adds. */
    static byte[] stored(int number) {
        ApiObject pod = tree(number);
        pod.structAt("metadata").put("uid", "0f0e0d0c-0b0a-4908-8706-%012d".formatted(number));
        pod.structAt("metadata").put("creationTimestamp", "2026-01-02T03:04:05Z");
        return JsonEncoder.encodeStored(pod);
    }

    static CacheEntry entry(int number, long revision) {
        return CacheEntry.of(key(number), stored(number), revision, SPEC.selectable());
    }
}
