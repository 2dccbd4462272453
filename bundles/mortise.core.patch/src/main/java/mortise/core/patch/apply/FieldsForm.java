package mortise.core.patch.apply;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.JsonStruct;
import org.jspecify.annotations.Nullable;

/** The form of a set of fields in {@code fieldsV1}: an object whose names are path elements. */
final class FieldsForm {

    private static final String SELF = ".";

    private int fieldsLeft = OwnershipLimits.FIELDS_MAX;
    private boolean canonical = true;

    /**
     * What was read.
     *
     * @param canonical whether the set would be written just so
     */
    record Read(FieldSet set, boolean canonical) {
    }

    private FieldsForm() {
    }

    /**
     * Reads a set. Fields below values that have become one whole since are left out, and the whole is owned instead.
     *
     * @throws JsonText.Malformed when it is none, or exceeds the limits
     */
    static Read read(@Nullable Object fields, Shape shape) {
        if (fields == null) {
            return new Read(FieldSet.EMPTY, false);
        }
        byte[] json = fields instanceof JsonStruct text ? text.json() : null;
        return json == null ? readTree(fields, shape)
                : KnownSets.of(json, shape, () -> readText((JsonStruct) fields, json, shape));
    }

    private static Read readText(JsonStruct text, byte[] json, Shape shape) {
        Read read = readTree(text.read(), shape);
        if (read.canonical()) {
            read.set().isWrittenAs(json);
        }
        return read;
    }

    private static Read readTree(Object fields, Shape shape) {
        var form = new FieldsForm();
        FieldSet set = form.set(fields, shape, OwnershipLimits.DEPTH_MAX);
        return new Read(set, form.canonical);
    }

    private record Element(PathElement step, boolean member, FieldSet below) {
    }

    private FieldSet set(Object value, Shape shape, int depthMax) {
        Map<?, ?> fields = fields(value);
        fieldsLeft -= fields.size();
        if (depthMax == 0 || fieldsLeft < 0) {
            throw new JsonText.Malformed("too many fields");
        }
        var step = new FieldSet.Step(fields.size());
        PathElement last = null;
        List<Element> unordered = null;
        for (Map.Entry<?, ?> field : fields.entrySet()) {
            String text = (String) field.getKey();
            if (SELF.equals(text)) {
                canonical &= last == null;
                continue;
            }
            Element element = element(text, fields(field.getValue()), shape, depthMax);
            if (element == null) {
                continue;
            }
            if (unordered == null && last != null && last.compareTo(element.step) >= 0) {
                unordered = elements(step.set());
            }
            if (unordered == null) {
                step.add(element.step, element.member, element.below);
            } else {
                unordered.add(element);
            }
            last = element.step;
        }
        return unordered == null ? step.set() : inOrder(unordered);
    }

    private static List<Element> elements(FieldSet set) {
        var elements = new ArrayList<Element>(set.width() + 1);
        for (int i = 0; i < set.width(); i++) {
            elements.add(new Element(set.element(i), set.isMember(i), set.below(i)));
        }
        return elements;
    }

    private FieldSet inOrder(List<Element> found) {
        canonical = false;
        found.sort((one, other) -> one.step.compareTo(other.step));
        return joined(found);
    }

    private static FieldSet joined(List<Element> found) {
        var step = new FieldSet.Step(found.size());
        for (int i = 0; i < found.size(); i++) {
            Element element = found.get(i);
            boolean member = element.member;
            FieldSet below = element.below;
            while (i + 1 < found.size() && found.get(i + 1).step.equals(element.step)) {
                i++;
                member |= found.get(i).member;
                below = below.union(found.get(i).below);
            }
            step.add(element.step, member, below);
        }
        return step.set();
    }

    private @Nullable Element element(String text, Map<?, ?> below, Shape shape, int depthMax) {
        Shape.Member declared = shape.sort() == Shape.Sort.STRUCT ? shape.memberByText(text) : null;
        PathElement step = declared != null ? declared.element() : shape.step(text);
        if (step == null) {
            canonical = false;
            return null;
        }
        canonical &= declared != null || step.isField() || step.text().equals(text);
        if (below.isEmpty()) {
            return new Element(step, true, FieldSet.EMPTY);
        }
        Shape inner = declared != null ? declared.shape() : shape.below(step);
        boolean member = below.containsKey(SELF);
        if (member && below.size() == 1) {
            canonical = false;
            return new Element(step, true, FieldSet.EMPTY);
        }
        if (inner.leaf() && inner.sort() != Shape.Sort.SCALAR) {
            canonical = false;
            return new Element(step, true, FieldSet.EMPTY);
        }
        return new Element(step, member, set(below, inner, depthMax - 1));
    }

    private static Map<?, ?> fields(@Nullable Object value) {
        if (value instanceof Map<?, ?> fields) {
            return fields;
        }
        throw new JsonText.Malformed("no set of fields");
    }

    /** Returns a set as it stands in an object. */
    static JsonStruct write(FieldSet set) {
        return new JsonStruct(set.json(), json -> tree(set));
    }

    /** Returns a set as compact JSON. */
    static byte[] json(FieldSet set) {
        var out = new StringBuilder(1024);
        append(set, false, out);
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void append(FieldSet set, boolean self, StringBuilder out) {
        out.append(self ? "{\".\":{}" : "{");
        for (int i = 0; i < set.width(); i++) {
            out.append(i > 0 || self ? "," : "").append(set.element(i).quoted()).append(':');
            FieldSet below = set.below(i);
            append(below, set.isMember(i) && !below.isEmpty(), out);
        }
        out.append('}');
    }

    private static Map<String, @Nullable Object> tree(FieldSet set) {
        var fields = new LinkedHashMap<String, @Nullable Object>(set.width() * 4 / 3 + 2);
        add(set, fields);
        return fields;
    }

    private static void add(FieldSet set, Map<String, @Nullable Object> fields) {
        for (int i = 0; i < set.width(); i++) {
            FieldSet below = set.below(i);
            var inner = new LinkedHashMap<String, @Nullable Object>(below.width() * 4 / 3 + 2);
            if (!below.isEmpty()) {
                if (set.isMember(i)) {
                    inner.put(SELF, new LinkedHashMap<String, @Nullable Object>(2));
                }
                add(below, inner);
            }
            fields.put(set.element(i).text(), inner);
        }
    }
}
