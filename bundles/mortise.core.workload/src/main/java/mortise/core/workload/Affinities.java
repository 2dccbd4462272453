package mortise.core.workload;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mortise.api.FieldPath;
import mortise.core.schema.FieldView;
import mortise.core.schema.LabelSelectors;

/** Where pods want to run, by nodes and by other pods. */
final class Affinities {

    private static final int WEIGHT_MAX = 100;
    static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
    static final String IN_BOTH = "exists in both matchLabelKeys and labelSelector";
    static final String NO_SELECTOR = "must not be specified when labelSelector is not set";

    private Affinities() {
    }

    static void validate(FieldView affinity) {
        if (affinity.isEmpty()) {
            return;
        }
        ofNodes(affinity.at("nodeAffinity"));
        ofPods(affinity.at("podAffinity"));
        ofPods(affinity.at("podAntiAffinity"));
    }

    private static void ofNodes(FieldView affinity) {
        if (affinity.at(REQUIRED).present()) {
            LabelSelectors.nodeSelector(affinity.at(REQUIRED));
        }
        for (FieldView term : affinity.at(PREFERRED).items()) {
            weight(term.at("weight"));
            LabelSelectors.preferredTerm(term.at("preference"));
        }
    }

    private static void ofPods(FieldView affinity) {
        affinity.at(REQUIRED).items().forEach(Affinities::podTerm);
        for (FieldView weighted : affinity.at(PREFERRED).items()) {
            weight(weighted.at("weight"));
            podTerm(weighted.at("podAffinityTerm"));
        }
    }

    private static void weight(FieldView weight) {
        long number = weight.number(0);
        if (number <= 0 || number > WEIGHT_MAX) {
            weight.invalid(number, "must be in the range 1-100");
        }
    }

    private static void podTerm(FieldView term) {
        LabelSelectors.validate(term.at("labelSelector"));
        LabelSelectors.validate(term.at("namespaceSelector"));
        FieldPath namespace = term.path().child("namespace");
        term.at("namespaces").items().forEach(name -> name.shownAt(namespace).label());
        labelKeys(term);
        FieldView topology = term.at("topologyKey");
        if (topology.text().isEmpty()) {
            topology.required("can not be empty");
        }
        topology.qualifiedName();
    }

    private static void labelKeys(FieldView term) {
        FieldView selector = term.at("labelSelector");
        FieldView keys = term.at("matchLabelKeys");
        for (FieldView list : List.of(keys, term.at("mismatchLabelKeys"))) {
            if (!list.isEmpty() && !selector.present()) {
                list.forbidden(NO_SELECTOR);
            } else {
                list.items().forEach(FieldView::qualifiedName);
            }
        }
        List<String> names = keys.texts();
        Set<String> seen = new HashSet<>(selector.at("matchLabels").textMap().keySet());
        for (FieldView expression : selector.at("matchExpressions").items()) {
            // The server adds an expression for each key, so one alone is no contradiction.
            String key = expression.at("key").text();
            int index = names.lastIndexOf(key);
            if (index >= 0 && seen.contains(key)) {
                term.with(key).shownAt(term.path().index(index)).invalid(IN_BOTH);
            }
            seen.add(key);
        }
        List<String> mismatches = term.at("mismatchLabelKeys").texts();
        for (FieldView key : keys.items()) {
            if (mismatches.contains(key.text())) {
                key.invalid("exists in both matchLabelKeys and mismatchLabelKeys");
            }
        }
    }

    /** Says whether new affinity to nodes of a pod that waits for gates only narrows the old one. */
    static void onlyNarrowed(FieldView now, FieldView was) {
        FieldView required = now.at(REQUIRED);
        FieldView old = was.at(REQUIRED);
        if (!old.present()) {
            return;
        }
        FieldView terms = required.at("nodeSelectorTerms");
        FieldView oldTerms = old.at("nodeSelectorTerms");
        if (terms.size() != oldTerms.size()) {
            terms.invalid("no additions/deletions to non-empty NodeSelectorTerms list are allowed");
            return;
        }
        List<FieldView> before = oldTerms.items();
        int index = 0;
        for (FieldView term : terms.items()) {
            FieldView oldTerm = before.get(index++);
            boolean keeps = startsWith(term, oldTerm, "matchExpressions") && startsWith(term, oldTerm, "matchFields");
            if (!keeps || oldTerm.isEmpty() && !term.isEmpty()) {
                term.invalid("only additions are allowed (no mutations or deletions)");
            }
        }
    }

    private static boolean startsWith(FieldView now, FieldView was, String list) {
        List<FieldView> before = was.at(list).items();
        List<FieldView> after = now.at(list).items();
        if (after.size() < before.size()) {
            return false;
        }
        for (int index = 0; index < before.size(); index++) {
            if (!after.get(index).sameAs(before.get(index))) {
                return false;
            }
        }
        return true;
    }

    /** Reports labels of a node selector that were removed or changed. */
    static void onlyAdded(FieldView now, FieldView was) {
        Map<String, String> labels = now.textMap();
        for (Map.Entry<String, String> label : was.textMap().entrySet()) {
            if (!label.getValue().equals(labels.get(label.getKey()))) {
                now.invalid("only additions to spec.nodeSelector are allowed (no mutations or deletions)");
                return;
            }
        }
    }
}
