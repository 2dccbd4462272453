package mortise.core.workload;

import java.util.List;
import java.util.Map;
import mortise.api.Syntax;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;
import mortise.core.schema.Names;

/** Environment variables of containers. */
final class Environments {

    private static final List<String> SOURCES =
            List.of("fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef");
    private static final String ONE_FIELD = "may not have more than one field specified at a time";

    private Environments() {
    }

    static void variables(FieldView variables, Map<String, FieldView> volumes) {
        for (FieldView variable : variables.items()) {
            FieldView name = variable.at("name");
            if (name.text().isEmpty()) {
                name.required("");
            } else {
                name.checkAll(Names::envVar);
            }
            if (variable.has("valueFrom")) {
                valueFrom(variable.at("valueFrom"), !variable.at("value").text().isEmpty(), volumes);
            }
        }
    }

    private static void valueFrom(FieldView from, boolean hasValue, Map<String, FieldView> volumes) {
        if (from.has("fieldRef")) {
            FieldReferences.field(from.at("fieldRef"), FieldReferences.VARIABLE_FIELDS);
        }
        if (from.has("resourceFieldRef")) {
            FieldReferences.resource(from.at("resourceFieldRef"), false);
        }
        for (String field : List.of("configMapKeyRef", "secretKeyRef")) {
            if (from.has(field)) {
                key(from.at(field));
            }
        }
        if (from.has("fileKeyRef")) {
            file(from.at("fileKeyRef"), volumes);
        }
        int sources = 0;
        for (String field : SOURCES) {
            sources += from.has(field) ? 1 : 0;
        }
        if (sources == 0) {
            from.invalid("", "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef`"
                    + " or `fileKeyRef`");
        } else if (hasValue) {
            from.invalid("", "may not be specified when `value` is not empty");
        } else if (sources > 1) {
            from.invalid("", ONE_FIELD);
        }
    }

    private static void key(FieldView reference) {
        reference.at("name").subdomain();
        FieldView key = reference.at("key");
        if (key.text().isEmpty()) {
            key.required("");
        } else {
            key.checkAll(Names::configKey);
        }
    }

    private static void file(FieldView reference, Map<String, FieldView> volumes) {
        FieldView key = reference.at("key");
        if (key.text().isEmpty()) {
            key.required("");
        } else {
            key.checkAll(Names::envVar);
        }
        FieldView volume = reference.at("volumeName");
        FieldView found = volumes.get(volume.text());
        if (volume.text().isEmpty()) {
            volume.required("");
        } else if (found == null) {
            volume.notFound();
        } else if (!found.has("emptyDir")) {
            volume.invalid("referenced volume must be of type emptyDir");
        }
        FieldView path = reference.at("path");
        if (path.text().isEmpty()) {
            path.required("");
        } else {
            Checks.localNonReservedPath(path);
        }
    }

    static void sources(FieldView sources) {
        for (FieldView source : sources.items()) {
            if (!source.at("prefix").text().isEmpty()) {
                source.at("prefix").checkAll(Names::envVar);
            }
            int count = 0;
            for (String field : List.of("configMapRef", "secretRef")) {
                if (source.has(field)) {
                    count++;
                    FieldView name = source.at(field, "name").requireText();
                    if (!name.text().isEmpty()) {
                        // The name may end as a prefix may.
                        String text = name.text();
                        String checked = text.endsWith("-") && text.length() > 1
                                ? text.substring(0, text.length() - 2) + "a" : text;
                        Syntax.subdomain(checked).ifPresent(name::invalid);
                    }
                }
            }
            if (count == 0) {
                sources.invalid("", "must specify one of: `configMapRef` or `secretRef`");
            } else if (count > 1) {
                sources.invalid("", ONE_FIELD);
            }
        }
    }
}
