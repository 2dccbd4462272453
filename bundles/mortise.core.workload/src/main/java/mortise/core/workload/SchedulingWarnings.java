package mortise.core.workload;

import java.util.List;
import mortise.api.Syntax;
import mortise.core.schema.FieldView;
import mortise.core.schema.NodeLabelWarnings;

/** Warnings about where pods want to run. */
final class SchedulingWarnings {


    private SchedulingWarnings() {
    }

    /** Warns of old names of node labels, and of spreading no pods. */
    static void nodes(FieldView spec, List<String> warnings) {
        NodeLabelWarnings.labels(spec.at("nodeSelector"), warnings);
        FieldView affinity = spec.at("affinity", "nodeAffinity");
        affinity.at(Affinities.REQUIRED, "nodeSelectorTerms").items()
                .forEach(term -> NodeLabelWarnings.term(term, warnings));
        affinity.at(Affinities.PREFERRED).items().forEach(term -> preference(term.at("preference"), warnings));
        for (FieldView constraint : spec.at("topologySpreadConstraints").items()) {
            NodeLabelWarnings.key(constraint.at("topologyKey"), warnings);
            selector(constraint, warnings);
        }
    }

    /** No node can have a label with such a value; what is only preferred is let in all the same. */
    private static void preference(FieldView term, List<String> warnings) {
        for (FieldView expression : term.at("matchExpressions").items()) {
            NodeLabelWarnings.key(expression.at("key"), warnings);
            for (FieldView value : expression.at("values").items()) {
                Syntax.labelValue(value.text()).ifPresent(why ->
                        warnings.add(value.path() + ": " + value.text() + " is invalid, " + why));
            }
        }
    }

    /** Warns of terms that are about no pods. */
    static void pods(FieldView affinity, List<String> warnings) {
        for (String field : List.of("podAffinity", "podAntiAffinity")) {
            affinity.at(field, Affinities.REQUIRED).items().forEach(term -> selector(term, warnings));
            affinity.at(field, Affinities.PREFERRED).items()
                    .forEach(term -> selector(term.at("podAffinityTerm"), warnings));
        }
    }

    private static void selector(FieldView owner, List<String> warnings) {
        FieldView selector = owner.at("labelSelector");
        if (!selector.present()) {
            warnings.add(selector.path() + ": a null labelSelector results in matching no pod");
        }
    }
}
