package mortise.core.codec;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.emitter.Emitter;
import org.yaml.snakeyaml.events.DocumentEndEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.ImplicitTuple;
import org.yaml.snakeyaml.events.MappingEndEvent;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceEndEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.events.StreamEndEvent;
import org.yaml.snakeyaml.events.StreamStartEvent;

/**
 * Encodes JSON as YAML in the layout that clients of Kubernetes know: sorted keys, two spaces, list items level with
 * their field, texts of several lines as blocks, quotes only where a text could be taken for something else.
 *
 * <p>Safe for use by many threads; never blocks.
 */
public final class YamlEncoder {

    private static final int INDENT = 2;
    private static final DecodeLimits OWN_JSON = new DecodeLimits(DecodeLimits.DEPTH_CEILING, Integer.MAX_VALUE);
    private static final ImplicitTuple PLAIN = new ImplicitTuple(true, true);
    private static final ImplicitTuple QUOTED = new ImplicitTuple(false, true);

    private final Emitter emitter;

    private YamlEncoder(Emitter emitter) {
        this.emitter = emitter;
    }

    /**
     * Returns JSON as YAML.
     *
     * @throws MalformedBodyException when the bytes are no JSON
     */
    public static byte[] encode(byte[] compactJson) {
        Object tree = JsonDecoder.decode(compactJson, OWN_JSON).value();
        var text = new StringWriter(compactJson.length * 2);
        try {
            new YamlEncoder(new Emitter(text, options())).document(tree);
        } catch (IOException unexpected) {
            throw new UncheckedIOException("writing to memory failed", unexpected);
        }
        return escapeSupplementary(text.getBuffer()).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Writes characters beyond U+FFFF as {@code \\UXXXXXXXX}, as clients are used to get them. Every text that has one
     * was quoted, so the escapes stand between double quotes.
     */
    private static String escapeSupplementary(CharSequence yaml) {
        if (yaml.chars().noneMatch(c -> Character.isSurrogate((char) c))) {
            return yaml.toString();
        }
        var escaped = new StringBuilder(yaml.length() + 64);
        yaml.codePoints().forEach(c -> {
            if (Character.isSupplementaryCodePoint(c)) {
                escaped.append(String.format("\\U%08X", c));
            } else {
                escaped.appendCodePoint(c);
            }
        });
        return escaped.toString();
    }

    private static DumperOptions options() {
        var options = new DumperOptions();
        options.setIndent(INDENT);
        options.setWidth(Integer.MAX_VALUE);
        options.setSplitLines(false);
        options.setAllowUnicode(true);
        options.setLineBreak(DumperOptions.LineBreak.UNIX);
        return options;
    }

    private void document(@Nullable Object tree) throws IOException {
        emitter.emit(new StreamStartEvent(null, null));
        emitter.emit(new DocumentStartEvent(null, null, false, null, Map.of()));
        value(tree);
        emitter.emit(new DocumentEndEvent(null, null, false));
        emitter.emit(new StreamEndEvent(null, null));
    }

    private void value(@Nullable Object value) throws IOException {
        if (value instanceof Map<?, ?> struct) {
            struct(struct);
        } else if (value instanceof List<?> list) {
            list(list);
        } else if (value instanceof String text) {
            text(text);
        } else {
            String plain = value instanceof Double number ? JsonWriter.number(number) : String.valueOf(value);
            scalar(plain, ScalarStyle.PLAIN);
        }
    }

    private void struct(Map<?, ?> struct) throws IOException {
        FlowStyle style = struct.isEmpty() ? FlowStyle.FLOW : FlowStyle.BLOCK;
        emitter.emit(new MappingStartEvent(null, null, true, null, null, style));
        for (Map.Entry<?, ?> member : new TreeMap<>(struct).entrySet()) {
            text((String) member.getKey());
            value(member.getValue());
        }
        emitter.emit(new MappingEndEvent(null, null));
    }

    private void list(List<?> list) throws IOException {
        FlowStyle style = list.isEmpty() ? FlowStyle.FLOW : FlowStyle.BLOCK;
        emitter.emit(new SequenceStartEvent(null, null, true, null, null, style));
        for (Object item : list) {
            value(item);
        }
        emitter.emit(new SequenceEndEvent(null, null));
    }

    private void text(String text) throws IOException {
        if (YamlScalars.needsQuotes(text) || text.chars().anyMatch(YamlEncoder::isInvisible)) {
            scalar(text, ScalarStyle.DOUBLE_QUOTED);
        } else {
            scalar(text, text.indexOf('\n') >= 0 ? ScalarStyle.LITERAL : ScalarStyle.PLAIN);
        }
    }

    /** Returns whether a character is escaped, or readers may drop or change it outside of double quotes. */
    private static boolean isInvisible(int c) {
        return Character.isSurrogate((char) c) || c < ' ' && c != '\n' || c >= 0x7F && c <= 0xA0
                || c == 0x2028 || c == 0x2029 || c == 0xFEFF;
    }

    private void scalar(String text, ScalarStyle style) throws IOException {
        ImplicitTuple implicit = style == ScalarStyle.PLAIN ? PLAIN : QUOTED;
        emitter.emit(new ScalarEvent(null, null, implicit, text, null, null, style));
    }
}
