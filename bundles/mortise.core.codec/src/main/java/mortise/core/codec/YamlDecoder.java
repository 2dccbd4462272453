package mortise.core.codec;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * Decodes YAML 1.1 bodies to trees of JSON values and reports keys that were given twice.
 *
 * <p>Of several documents the first one is read. Keys become texts as they do in Kubernetes. Times stay texts. Aliases
 * are expanded to copies, but what they add to a body may not be larger than the largest body. Safe for use by many
 * threads; never blocks.
 */
public final class YamlDecoder {

    private static final String TAG = "tag:yaml.org,2002:";
    private static final String MERGE_KEY = "<<";

    /** How much of a text of the body a message repeats, in characters; no name of Kubernetes is longer. */
    private static final int SHOWN_MAX = 320;

    private final ParserImpl parser;
    private final DecodeLimits limits;
    private final Map<String, @Nullable Object> anchors = new HashMap<>();
    private final Duplicates duplicates = new Duplicates();
    /** Steps to the value being read: field names, and list items as {@code [0]}. */
    private final List<String> path = new ArrayList<>();

    private long aliasBudget;

    private YamlDecoder(ParserImpl parser, DecodeLimits limits) {
        this.parser = parser;
        this.limits = limits;
        this.aliasBudget = limits.bytesMax();
    }

    /**
     * Decodes the first document of YAML in UTF-8; no document at all is {@code null}.
     *
     * @throws MalformedBodyException when the bytes are no YAML, hold what JSON cannot say, or exceed a limit
     */
    public static Decoded decode(byte[] yaml, DecodeLimits limits) {
        if (yaml.length > limits.bytesMax()) {
            throw new MalformedBodyException("Request entity too large: limit is " + limits.bytesMax());
        }
        Decoded json = isAsciiStruct(yaml) ? asJson(yaml, limits) : null;
        return json != null ? json : parse(yaml, limits);
    }

    /**
     * Returns whether a body may be JSON that means the same as YAML. Only there is the order of decoders without
     * consequence: YAML has its own rules for tabs, for what is not ASCII and for control characters.
     */
    private static boolean isAsciiStruct(byte[] yaml) {
        for (byte b : yaml) {
            if ((b < ' ' || b > '~') && b != '\n' && b != '\r') {
                return false;
            }
        }
        return yaml.length > 0 && yaml[0] == '{';
    }

    /** Decodes JSON, which programs apply, in a tenth of the time; anything doubtful is left to the reader of YAML. */
    private static @Nullable Decoded asJson(byte[] yaml, DecodeLimits limits) {
        try {
            Decoded json = JsonDecoder.decode(yaml, limits);
            return json.duplicateFields().isEmpty() ? json : null;
        } catch (MalformedBodyException notJson) {
            return null;
        }
    }

    private static Decoded parse(byte[] yaml, DecodeLimits limits) {
        var options = new LoaderOptions();
        options.setCodePointLimit(limits.bytesMax());
        try {
            var reader = new StreamReader(new String(yaml, StandardCharsets.UTF_8));
            return new YamlDecoder(new ParserImpl(reader, options), limits).document();
        } catch (MarkedYAMLException broken) {
            int line = broken.getProblemMark() == null ? 1 : broken.getProblemMark().getLine() + 1;
            throw new MalformedBodyException("yaml: line " + line + ": " + problem(broken));
        } catch (YAMLException broken) {
            throw new MalformedBodyException("yaml: "
                    + String.valueOf(broken.getMessage()).lines().findFirst().orElse(""));
        } catch (NumberFormatException broken) {
            // The parser reads the digits of an escape such as UC00EF0EA without a look at how many bits they take.
            throw new MalformedBodyException("yaml: found invalid Unicode character escape code");
        }
    }

    /** Words a problem as clients of Kubernetes know it: {@code did not find expected ',' or ']'}. */
    private static String problem(MarkedYAMLException broken) {
        String problem = String.valueOf(broken.getProblem());
        int but = problem.indexOf(", but ");
        return problem.startsWith("expected ") && but > 0
                ? "did not find " + problem.substring(0, but).replace("expected the ", "expected ") : problem;
    }

    private Decoded document() {
        parser.getEvent();
        if (parser.checkEvent(Event.ID.StreamEnd)) {
            return new Decoded(null, List.of());
        }
        parser.getEvent();
        Object value = value(parser.getEvent(), 0);
        return new Decoded(value, duplicates.fields(), duplicates.lines());
    }

    private @Nullable Object value(Event event, int depth) {
        if (event instanceof AliasEvent alias) {
            return aliased(alias, depth);
        }
        Object value;
        if (event instanceof ScalarEvent scalar) {
            value = scalar(scalar);
        } else if (event instanceof SequenceStartEvent start) {
            checkTag(start.getTag(), "seq");
            value = list(deeper(depth));
        } else if (event instanceof MappingStartEvent start) {
            checkTag(start.getTag(), "map");
            value = struct(deeper(depth));
        } else {
            throw new MalformedBodyException("yaml: unexpected " + event.getEventId());
        }
        String anchor = ((NodeEvent) event).getAnchor();
        if (anchor != null) {
            anchors.put(anchor, value);
        }
        return value;
    }

    private List<@Nullable Object> list(int depth) {
        var list = new ArrayList<@Nullable Object>();
        while (!parser.checkEvent(Event.ID.SequenceEnd)) {
            path.add("[" + list.size() + "]");
            list.add(value(parser.getEvent(), depth));
            path.remove(path.size() - 1);
        }
        parser.getEvent();
        return list;
    }

    private Map<String, @Nullable Object> struct(int depth) {
        var struct = new LinkedHashMap<String, @Nullable Object>(8);
        var merged = new ArrayList<@Nullable Object>(0);
        while (!parser.checkEvent(Event.ID.MappingEnd)) {
            Event keyEvent = parser.getEvent();
            boolean merges = keyEvent instanceof ScalarEvent scalar && isMergeKey(scalar);
            Object known = merges ? MERGE_KEY : value(keyEvent, depth);
            String key = key(known);
            path.add(key);
            Object value = value(parser.getEvent(), depth);
            if (merges) {
                merged.add(value);
            } else if (struct.containsKey(key)) {
                reportDuplicate(keyEvent, known);
            }
            if (!merges) {
                struct.put(key, value);
            }
            path.remove(path.size() - 1);
        }
        parser.getEvent();
        merged.forEach(source -> merge(struct, source, true));
        return struct;
    }

    /** Adds the members of merged structs that the struct does not have itself; the first source wins. */
    private static void merge(Map<String, @Nullable Object> struct, @Nullable Object source, boolean listAllowed) {
        if (source instanceof Map<?, ?> members) {
            members.forEach((key, value) -> {
                if (!struct.containsKey(key)) {
                    struct.put((String) key, value);
                }
            });
        } else if (listAllowed && source instanceof List<?> sources) {
            sources.forEach(one -> merge(struct, one, false));
        } else {
            throw new MalformedBodyException("yaml: map merge requires map or sequence of maps as the value");
        }
    }

    private static String key(@Nullable Object key) {
        if (key instanceof String text) {
            return text;
        }
        if (key instanceof Double number) {
            return JsonWriter.number(number);
        }
        if (key instanceof Long || key instanceof Boolean) {
            return key.toString();
        }
        throw new MalformedBodyException("yaml: unsupported map key of type "
                + (key == null ? "null" : key instanceof Map ? "map" : "sequence"));
    }

    private @Nullable Object scalar(ScalarEvent scalar) {
        String tag = scalar.getTag();
        String text = scalar.getValue();
        if (isPlain(scalar)) {
            return text(YamlScalars.value(text));
        }
        if (tag == null || tag.equals("!") || tag.equals(TAG + "str")) {
            return WellFormed.text(text);
        }
        if (tag.equals(TAG + "binary")) {
            return binary(text);
        }
        Object value = YamlScalars.value(text);
        boolean matches = switch (tag) {
            case TAG + "int" -> value instanceof Long;
            case TAG + "float" -> value instanceof Number;
            case TAG + "bool" -> value instanceof Boolean;
            case TAG + "null" -> value == null;
            case TAG + "timestamp" -> value instanceof String;
            default -> false;
        };
        if (!matches) {
            throw new MalformedBodyException("yaml: cannot decode " + tag + " `" + shortened(text) + "`");
        }
        return tag.equals(TAG + "float") && value instanceof Long whole ? (Object) whole.doubleValue() : text(value);
    }

    private static @Nullable Object text(@Nullable Object value) {
        return value instanceof String text ? WellFormed.text(text) : value;
    }

    private static String binary(String text) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text.replaceAll("\\s", ""));
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException broken) {
            throw new MalformedBodyException("yaml: !!binary value contains invalid base64 data");
        }
    }

    private static boolean isMergeKey(ScalarEvent scalar) {
        return isPlain(scalar) && scalar.getValue().equals(MERGE_KEY);
    }

    private static boolean isPlain(ScalarEvent scalar) {
        return scalar.isPlain() && scalar.getTag() == null;
    }

    private static void checkTag(@Nullable String tag, String expected) {
        if (tag != null && !tag.equals("!") && !tag.equals(TAG + expected)) {
            throw new MalformedBodyException("yaml: cannot decode " + shortened(tag) + " as !!" + expected);
        }
    }

    private @Nullable Object aliased(AliasEvent alias, int depth) {
        String name = alias.getAnchor();
        if (!anchors.containsKey(name)) {
            throw new MalformedBodyException("yaml: unknown anchor '" + shortened(name) + "' referenced");
        }
        return copy(anchors.get(name), depth);
    }

    private @Nullable Object copy(@Nullable Object value, int depth) {
        spend(value instanceof String text ? text.length() : 1);
        if (value instanceof Map<?, ?> struct) {
            int inside = deeper(depth);
            var copy = new LinkedHashMap<String, @Nullable Object>();
            struct.forEach((key, item) -> {
                spend(((String) key).length());
                copy.put((String) key, copy(item, inside));
            });
            return copy;
        }
        if (value instanceof List<?> list) {
            int inside = deeper(depth);
            var copy = new ArrayList<@Nullable Object>(list.size());
            list.forEach(item -> copy.add(copy(item, inside)));
            return copy;
        }
        return value;
    }

    private void spend(int size) {
        aliasBudget -= size + 1;
        if (aliasBudget < 0) {
            throw new MalformedBodyException("yaml: document contains excessive aliasing");
        }
    }

    private int deeper(int depth) {
        if (depth >= limits.depthMax()) {
            throw new MalformedBodyException("yaml: exceeded max depth of " + limits.depthMax());
        }
        return depth + 1;
    }

    private void reportDuplicate(Event keyEvent, @Nullable Object key) {
        duplicates.field(() -> {
            var steps = new StringBuilder();
            path.forEach(step -> Duplicates.step(steps, step));
            return steps;
        });
        String shown = key instanceof String text
                ? new String(JsonEncoder.encode(shortened(text)), StandardCharsets.UTF_8)
                : Objects.toString(key);
        duplicates.line(keyEvent.getStartMark().getLine() + 1, shown);
    }

    private static String shortened(String text) {
        return text.length() > SHOWN_MAX ? text.substring(0, SHOWN_MAX) + "..." : text;
    }
}
