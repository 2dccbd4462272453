package mortise.core.schema;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Values of trees as texts in cells. Pure. */
final class CellsText {

    static final String NONE = "<none>";
    static final String ERROR = "<error>";

    private record Requirement(String key, String text) {
    }

    private CellsText() {
    }

    /** Returns a text, number or boolean as text; everything else as an empty one. */
    static String of(@Nullable Object value) {
        if (value instanceof String text) {
            return text;
        }
        return value instanceof Number || value instanceof Boolean ? value.toString() : "";
    }

    /** Returns labels with commas between them, sorted by key; empty when there are none. */
    static String labels(@Nullable Object labels) {
        return labels instanceof Map<?, ?> map ? String.join(",", equalities(map)) : "";
    }

    private static Collection<String> equalities(Map<?, ?> labels) {
        var sorted = new TreeMap<String, String>();
        labels.forEach((key, value) -> sorted.put(of(key), of(key) + "=" + of(value)));
        return sorted.values();
    }

    /** Returns a label selector in the syntax of queries; empty when it requires nothing. */
    static String selector(@Nullable Object selector) {
        if (!(selector instanceof Map<?, ?> struct)) {
            return "";
        }
        var requirements = new ArrayList<Requirement>();
        if (struct.get("matchLabels") instanceof Map<?, ?> labels) {
            labels.forEach((key, value) -> requirements.add(new Requirement(of(key), of(key) + "=" + of(value))));
        }
        for (Map<String, @Nullable Object> expression : Cells.structs(struct.get("matchExpressions"))) {
            String text = requirement(expression);
            if (text.isEmpty()) {
                return ERROR;
            }
            requirements.add(new Requirement(of(expression.get("key")), text));
        }
        requirements.sort(Comparator.comparing(Requirement::key));
        return String.join(",", requirements.stream().map(Requirement::text).toList());
    }

    private static String requirement(Map<String, @Nullable Object> expression) {
        String key = of(expression.get("key"));
        return switch (of(expression.get("operator"))) {
            case "In" -> key + " in (" + values(expression) + ")";
            case "NotIn" -> key + " notin (" + values(expression) + ")";
            case "Exists" -> key;
            case "DoesNotExist" -> "!" + key;
            default -> "";
        };
    }

    private static String values(Map<String, @Nullable Object> expression) {
        var sorted = new TreeSet<String>();
        if (expression.get("values") instanceof List<?> values) {
            values.forEach(value -> sorted.add(of(value)));
        }
        return String.join(",", sorted);
    }

    /** Returns the first texts with commas between them, and how many of all there are besides. */
    static String some(int most, List<String> texts, int all) {
        if (texts.size() <= most && all <= most) {
            return String.join(",", texts);
        }
        return String.join(",", texts.subList(0, Math.min(most, texts.size()))) + " + " + (all - most) + " more...";
    }
}
