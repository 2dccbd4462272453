package mortise.group.apiextensions;

import java.util.List;
import java.util.Locale;
import mortise.api.Syntax;
import mortise.core.schema.FieldView;

/** The names of a custom resource. */
final class DefinitionNames {

    private DefinitionNames() {
    }

    /** Checks names that are there. */
    static void validate(FieldView names) {
        for (String field : List.of("plural", "singular")) {
            if (!names.at(field).isEmpty()) {
                names.at(field).label1035();
            }
        }
        for (String field : List.of("kind", "listKind")) {
            FieldView kind = names.at(field);
            if (!kind.isEmpty()) {
                Syntax.label1035(kind.text().toLowerCase(Locale.ROOT)).ifPresent(
                        why -> kind.invalid("may have mixed case, but should otherwise match: " + why));
            }
        }
        names.at("shortNames").items().forEach(FieldView::label1035);
        if (!names.at("kind").isEmpty() && names.at("kind").sameAs(names.at("listKind"))) {
            names.at("listKind").invalid("kind and listKind may not be the same");
        }
        names.at("categories").items().forEach(FieldView::label1035);
    }
}
