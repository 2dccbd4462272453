package mortise.group.apiextensions;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;

/** Warnings about formats of texts that nobody checks. */
final class UnknownFormats {

    /** Without hyphens, which do not count. */
    private static final Set<String> KNOWN = Set.of("bsonobjectid", "uri", "email", "hostname", "ipv4", "ipv6", "cidr",
            "mac", "uuid", "uuid3", "uuid4", "uuid5", "isbn", "isbn10", "isbn13", "creditcard", "ssn", "hexcolor",
            "rgbcolor", "byte", "password", "date", "duration", "datetime", "k8sshortname", "k8slongname");
    private static final List<String> SCHEMAS = List.of("not", "additionalProperties", "additionalItems", "items");
    private static final List<String> LISTS = List.of("items", "allOf", "oneOf", "anyOf");
    private static final List<String> MAPS = List.of("properties", "patternProperties", "definitions");

    private UnknownFormats() {
    }

    /** Returns a warning for each unknown format that the old definition does not have. */
    static List<String> warnings(ApiObject definition, Optional<ApiObject> old) {
        Set<String> formats = of(definition);
        old.ifPresent(before -> formats.removeAll(of(before)));
        return formats.stream().map(format -> "unrecognized format " + FieldError.show(format)).toList();
    }

    private static Set<String> of(ApiObject definition) {
        Set<String> found = new LinkedHashSet<>();
        for (FieldView version : FieldView.root(definition, new ArrayList<>()).at("spec", "versions").items()) {
            collect(version.at("schema", "openAPIV3Schema"), found);
        }
        return found;
    }

    private static void collect(FieldView schema, Set<String> found) {
        String format = schema.at("format").text();
        // Formats of numbers say how large they are, which is no syntax.
        if (!format.isEmpty() && !schema.at("type").isOneOf("integer", "number")
                && !KNOWN.contains(format.replace("-", ""))) {
            found.add(format);
        }
        SCHEMAS.stream().map(schema::at).filter(FieldView::present).forEach(part -> collect(part, found));
        LISTS.forEach(list -> schema.at(list).items().forEach(part -> collect(part, found)));
        MAPS.forEach(map -> schema.at(map).entries().values().forEach(part -> collect(part, found)));
    }
}
