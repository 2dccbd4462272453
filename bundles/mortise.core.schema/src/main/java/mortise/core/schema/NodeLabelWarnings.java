package mortise.core.schema;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Warnings about labels of nodes that have got other names. */
public final class NodeLabelWarnings {

    private static final Map<String, String> DEPRECATED = Map.of(
            "beta.kubernetes.io/arch", since("v1.14", "kubernetes.io/arch"),
            "beta.kubernetes.io/os", since("v1.14", "kubernetes.io/os"),
            "failure-domain.beta.kubernetes.io/region", since("v1.17", "topology.kubernetes.io/region"),
            "failure-domain.beta.kubernetes.io/zone", since("v1.17", "topology.kubernetes.io/zone"),
            "beta.kubernetes.io/instance-type", since("v1.17", "node.kubernetes.io/instance-type"));

    private NodeLabelWarnings() {
    }

    private static String since(String release, String instead) {
        return "deprecated since " + release + "; use \"" + instead + "\" instead";
    }

    /** Returns what there is to say about a label's key; nothing for one that is as good as any. */
    public static Optional<String> of(String key) {
        return Optional.ofNullable(DEPRECATED.get(key));
    }

    /** Warns of the text that is the key of a node's label. */
    public static void key(FieldView key, List<String> warnings) {
        of(key.text()).ifPresent(text -> warnings.add(key.path() + ": " + key.text() + " is " + text));
    }

    /** Warns of keys of a map of labels. */
    public static void labels(FieldView labels, List<String> warnings) {
        labels.entries().forEach((key, label) ->
                of(key).ifPresent(text -> warnings.add(label.path() + ": " + text)));
    }

    /** Warns of keys in the expressions of a {@code NodeSelectorTerm}. */
    public static void term(FieldView term, List<String> warnings) {
        term.at("matchExpressions").items().forEach(expression -> key(expression.at("key"), warnings));
    }

    /** Warns of keys in a {@code LabelSelector} for nodes. */
    public static void selector(FieldView selector, List<String> warnings) {
        term(selector, warnings);
        FieldView labels = selector.at("matchLabels");
        labels.entries().keySet().forEach(key ->
                of(key).ifPresent(text -> warnings.add(labels.path().child(key) + ": " + text)));
    }
}
