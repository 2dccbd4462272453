package mortise.group.apiextensions;

import java.util.HashSet;
import java.util.List;
import mortise.core.schema.FieldView;

/** What a version has besides its schema. */
final class VersionRules {

    private static final int WARNING_CHARS_MAX = 256;
    private static final int SELECTABLE_MAX = 8;
    private static final List<String> COLUMN_TYPES = List.of("boolean", "date", "integer", "number", "string");
    private static final List<String> COLUMN_FORMATS = List.of(
            "byte", "date", "date-time", "double", "float", "int32", "int64", "password");
    private static final String MUST_BE = "must be one of ";

    private VersionRules() {
    }

    static boolean hasStatus(FieldView version) {
        return version.at("subresources", "status").present();
    }

    static void deprecation(FieldView version) {
        FieldView warning = version.at("deprecationWarning");
        if (!warning.present()) {
            return;
        }
        String text = warning.text();
        if (!version.at("deprecated").flag()) {
            warning.invalid("can only be set for deprecated versions");
            return;
        }
        if (text.length() > WARNING_CHARS_MAX) {
            warning.invalid("must be <= " + WARNING_CHARS_MAX + " characters long");
        }
        if (text.isEmpty()) {
            warning.invalid("must not be an empty string");
        }
        for (int at = 0; at < text.length(); at++) {
            if (Character.isISOControl(text.charAt(at))) {
                warning.invalid("must only contain printable UTF-8 characters; non-printable character found at index "
                        + at);
                return;
            }
        }
    }

    static void subresources(FieldView subresources) {
        FieldView scale = subresources.at("scale");
        if (!scale.present()) {
            return;
        }
        replicas(scale.at("specReplicasPath"), "spec");
        replicas(scale.at("statusReplicasPath"), "status");
        FieldView selector = scale.at("labelSelectorPath");
        if (!selector.isEmpty() && jsonPath(selector)
                && !selector.text().startsWith(".spec.") && !selector.text().startsWith(".status.")) {
            selector.invalid("should be a json path under either .spec or .status");
        }
    }

    private static void replicas(FieldView path, String part) {
        if (path.isEmpty()) {
            path.required("");
        } else if (jsonPath(path) && !path.text().startsWith("." + part + ".")) {
            path.invalid("should be a json path under ." + part);
        }
    }

    /** Says whether a text is a path; reports it when it is none. */
    private static boolean jsonPath(FieldView path) {
        boolean fine = path.text().startsWith(".");
        if (!fine) {
            path.invalid("must be a simple json path starting with .");
        }
        return fine;
    }

    static void columns(FieldView columns) {
        for (FieldView column : columns.items()) {
            column.at("name").requireText();
            FieldView type = column.at("type");
            if (type.isEmpty()) {
                type.required(MUST_BE + String.join(",", COLUMN_TYPES));
            } else if (!COLUMN_TYPES.contains(type.text())) {
                type.invalid(MUST_BE + String.join(",", COLUMN_TYPES));
            }
            FieldView format = column.at("format");
            if (!format.isEmpty() && !COLUMN_FORMATS.contains(format.text())) {
                format.invalid(MUST_BE + String.join(",", COLUMN_FORMATS));
            }
            // Messages spell the field as it was spelled first.
            FieldView path = column.at("jsonPath").shownAt(column.path().child("JSONPath"));
            if (path.isEmpty()) {
                path.required("");
            } else {
                jsonPath(path);
            }
        }
    }

    static void selectableFields(FieldView fields, FieldView schema) {
        var paths = new HashSet<String>();
        for (FieldView field : fields.items()) {
            FieldView path = field.at("jsonPath");
            if (path.isEmpty()) {
                path.required("");
                continue;
            }
            FieldView found = find(schema, path.text());
            if (!path.text().startsWith(".") || !found.present()) {
                path.invalid("is an invalid path: does not refer to a valid field");
                continue;
            }
            if (path.text().startsWith(".metadata.") || path.text().equals(".metadata")) {
                path.invalid("must not point to fields in metadata");
            }
            if (!found.at("type").isOneOf("string", "boolean", "integer")) {
                path.invalid("must point to a field of type string, boolean or integer. Enum string fields and strings"
                        + " with formats are allowed.");
            }
            if (!paths.add(path.text())) {
                path.duplicate();
            }
        }
        if (paths.size() > SELECTABLE_MAX) {
            fields.tooMany(paths.size(), SELECTABLE_MAX);
        }
    }

    private static FieldView find(FieldView schema, String path) {
        FieldView found = schema;
        for (String step : path.substring(1).split("\\.", -1)) {
            found = found.at("properties").entry(step);
        }
        return found;
    }
}
