package mortise.group.apiextensions;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import mortise.api.Syntax;
import mortise.core.schema.FieldView;
import org.jspecify.annotations.Nullable;

/**
 * What a definition must be. Messages know older places of some fields: what all versions have in common is reported
 * once, at the top of the spec, where it stood before versions had it each.
 */
final class DefinitionRules {

    private static final String SCHEMA = "schema";

    private DefinitionRules() {
    }

    static List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView root = FieldView.root(object, errors);
        FieldView spec = root.at("spec");
        Optional<FieldView> before = old.map(was -> FieldView.root(was, new ArrayList<>()));
        name(root);
        spec(spec);
        before.ifPresent(was -> kept(spec, was));
        // Names that were accepted just now are those that have been looked at.
        if (!root.at("status", "acceptedNames").sameAs(spec.at("names"))) {
            DefinitionNames.validate(root.at("status", "acceptedNames"));
        }
        storedVersions(root.at("status", "storedVersions"), spec.at("versions"));
        ApprovalRules.validate(object, old, errors);
        if (spec.at("preserveUnknownFields").flag()
                && !before.map(was -> was.at("spec", "preserveUnknownFields").flag()).orElse(false)) {
            spec.at("preserveUnknownFields").invalid("cannot set to true, set x-kubernetes-preserve-unknown-fields"
                    + " to true in spec.versions[*].schema instead");
        }
        return errors;
    }

    private static void name(FieldView root) {
        FieldView name = root.at("metadata", "name");
        FieldView spec = root.at("spec");
        String wanted = spec.at("names", "plural").text() + "." + spec.at("group").text();
        if (Syntax.subdomain(name.text()).isEmpty() && !name.text().equals(wanted)) {
            name.invalid("must be spec.names.plural+\".\"+spec.group");
        }
    }

    private static void spec(FieldView spec) {
        FieldView group = spec.at("group");
        if (group.isEmpty()) {
            group.required("");
        } else if (Syntax.subdomain(group.text()).isPresent()) {
            group.subdomain();
        } else if (group.text().indexOf('.') < 0) {
            group.invalid("should be a domain with at least one dot");
        }
        enumeration(spec.at("scope"), "Cluster", "Namespaced");
        for (FieldView version : spec.at("versions").items()) {
            if (!version.at(SCHEMA, "openAPIV3Schema").present()) {
                version.at(SCHEMA, "openAPIV3Schema").required("");
            }
        }
        versions(spec);
        names(spec.at("names"));
        common(spec, SCHEMA, "validation").ifPresent(
                schema -> Schemas.validate(schema, anyStatus(spec), spec.errors()));
        common(spec, "subresources", "subresources").ifPresent(VersionRules::subresources);
        common(spec, "additionalPrinterColumns", "additionalPrinterColumns").ifPresent(VersionRules::columns);
        common(spec, "selectableFields", "selectableFields").ifPresent(fields -> VersionRules.selectableFields(
                fields, spec.at("versions").items().get(0).at(SCHEMA, "openAPIV3Schema")));
        ConversionRules.validate(spec.at("conversion"));
    }

    static void enumeration(FieldView text, String... values) {
        if (text.isEmpty()) {
            text.required("");
        } else {
            text.oneOf(values);
        }
    }

    private static boolean anyStatus(FieldView spec) {
        return spec.at("versions").items().stream().anyMatch(VersionRules::hasStatus);
    }

    private static void versions(FieldView spec) {
        FieldView versions = spec.at("versions");
        var names = new LinkedHashSet<String>();
        int stored = 0;
        for (FieldView version : versions.items()) {
            names.add(version.at("name").text());
            stored += version.at("storage").flag() ? 1 : 0;
            version.at("name").label1035();
            version(spec, version);
        }
        if (names.size() < versions.size()) {
            versions.invalid(shown(spec), "must contain unique version names");
        }
        if (stored != 1) {
            versions.invalid(shown(spec), "must have exactly one version marked as storage version");
        }
        if (!names.isEmpty() && !names.iterator().next().isEmpty()) {
            // The first version once stood here alone.
            spec.at("version").with(names.iterator().next()).label1035();
        }
    }

    /** Checks what a version does not share with all others. */
    private static void version(FieldView spec, FieldView version) {
        VersionRules.deprecation(version);
        if (version.at(SCHEMA).present() && common(spec, SCHEMA, "").isEmpty()) {
            Schemas.validate(version.at(SCHEMA), VersionRules.hasStatus(version), spec.errors());
        }
        if (common(spec, "subresources", "").isEmpty()) {
            VersionRules.subresources(version.at("subresources"));
        }
        if (common(spec, "additionalPrinterColumns", "").isEmpty()) {
            VersionRules.columns(version.at("additionalPrinterColumns"));
        }
        if (common(spec, "selectableFields", "").isEmpty()) {
            VersionRules.selectableFields(version.at("selectableFields"), version.at(SCHEMA, "openAPIV3Schema"));
        }
    }

    /** Returns the value that all versions have in a field, shown where it once stood; nothing when they differ. */
    private static Optional<FieldView> common(FieldView spec, String field, String shownAs) {
        List<FieldView> values = spec.at("versions").items().stream().map(version -> version.at(field)).toList();
        boolean same = !values.isEmpty() && values.get(0).present()
                && values.stream().allMatch(value -> value.sameAs(values.get(0)));
        return same ? Optional.of(values.get(0).shownAt(FieldPath.of("spec", shownAs.isEmpty() ? field : shownAs)))
                : Optional.empty();
    }

    /** Returns the versions with the member names that messages have always shown. */
    private static List<Map<String, @Nullable Object>> shown(FieldView spec) {
        var shown = new ArrayList<Map<String, @Nullable Object>>();
        for (FieldView version : spec.at("versions").items()) {
            var struct = new LinkedHashMap<String, @Nullable Object>();
            struct.put("Name", version.at("name").text());
            struct.put("Served", version.at("served").flag());
            struct.put("Storage", version.at("storage").flag());
            struct.put("Deprecated", version.at("deprecated").flag());
            struct.put("DeprecationWarning", version.at("deprecationWarning").value());
            for (String field : List.of(SCHEMA, "subresources", "additionalPrinterColumns", "selectableFields")) {
                struct.put(Character.toUpperCase(field.charAt(0)) + field.substring(1),
                        common(spec, field, "").isPresent() ? null : version.at(field).value());
            }
            shown.add(struct);
        }
        return shown;
    }

    private static void names(FieldView names) {
        for (String field : List.of("plural", "singular", "kind", "listKind")) {
            names.at(field).requireText();
        }
        DefinitionNames.validate(names);
    }

    /** What decides over where objects are stored stays; some of it may change until objects can be stored. */
    private static void kept(FieldView spec, FieldView before) {
        boolean established = before.at("status", "conditions").items().stream().anyMatch(condition ->
                condition.at("type").isOneOf("Established") && condition.at("status").isOneOf("True"));
        FieldView was = before.at("spec");
        if (established) {
            spec.at("scope").immutable(was.at("scope"));
            spec.at("names", "kind").immutable(was.at("names", "kind"));
        }
        spec.at("group").immutable(was.at("group"));
        spec.at("names", "plural").immutable(was.at("names", "plural"));
    }

    private static void storedVersions(FieldView stored, FieldView versions) {
        if (stored.isEmpty()) {
            stored.invalid(null, "must have at least one stored version");
            return;
        }
        var left = new LinkedHashMap<String, FieldView>();
        stored.items().forEach(version -> left.put(version.text(), version));
        for (FieldView version : versions.items()) {
            String name = version.at("name").text();
            if (version.at("storage").flag() && !left.containsKey(name)) {
                stored.invalid("must have the storage version " + name);
            }
            left.remove(name);
        }
        left.forEach((name, version) -> version.invalid(name, "missing from spec.versions; "
                + name + " was previously a storage version, and must remain in spec.versions until a storage migration"
                + " ensures no data remains persisted in " + name + " and removes " + name
                + " from status.storedVersions"));
    }
}
