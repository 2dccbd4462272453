package mortise.build.schema;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import mortise.build.schema.Table.Row;

/**
 * What is known about a resource of a group.
 *
 * @param verbs what may be done with it; empty for everything
 * @param storageVersion the version objects are stored in
 */
record ResourceFacts(
        String plural, String kind, boolean namespaced, List<String> shortNames, List<String> categories,
        List<String> verbs, boolean status, String storageVersion, String hash, List<Version> versions,
        List<Selectable> selectable, List<Column> columns) {

    /** A version; the definition is a short name, warning and release are empty unless it is deprecated. */
    record Version(String name, boolean byDefault, String definition, String warning, String removedIn) {
    }

    /** A field that selectors may name; {@code zero} is what it reads as when it is absent. */
    record Selectable(String field, String path, String zero) {
    }

    /** A column; the description is the text. */
    record Column(String name, String type, String format, String priority, String description, String cell) {
    }

    /** Reads the resources of groups from the tables. */
    static final class Reader {

        private final Facts facts;
        private final Definitions definitions;
        private final Problems problems;

        Reader(Facts facts, Definitions definitions, Problems problems) {
            this.facts = facts;
            this.definitions = definitions;
            this.problems = problems;
        }

        /** Returns the resources of a group; none when it has no resources, as {@code meta}. */
        List<ResourceFacts> read(String group) {
            checkReferences();
            Optional<Row> groupRow = facts.groups.stream().filter(row -> row.get("group").equals(group)).findFirst();
            if (groupRow.isEmpty()) {
                if (!group.equals("meta")) {
                    problems.add("groups.tsv: unknown group " + group);
                }
                return List.of();
            }
            var byPlural = new LinkedHashMap<String, List<Row>>();
            for (String version : groupRow.get().words("versions", ",")) {
                facts.resources.stream()
                        .filter(row -> row.get("group").equals(group) && row.get("version").equals(version))
                        .forEach(row -> byPlural.computeIfAbsent(row.get("plural"), p -> new ArrayList<>()).add(row));
            }
            var resources = new ArrayList<ResourceFacts>();
            byPlural.forEach((plural, rows) -> resources.add(resource(group, rows)));
            return resources;
        }

        private ResourceFacts resource(String group, List<Row> rows) {
            Row first = rows.get(0);
            String kind = first.get("kind");
            List<Version> versions = rows.stream().map(row -> version(group, row)).toList();
            return new ResourceFacts(
                    first.get("plural"), kind, first.get("scope").equals("namespaced"),
                    first.words("short_names", ","), first.words("categories", ","), first.words("verbs", ","),
                    !first.get("status").isEmpty(), versions.get(0).name(), first.get("hash"), versions,
                    selectable(group, kind), columns(group, first));
        }

        private Version version(String group, Row row) {
            String name = row.get("version");
            String definition = group + "." + name + "." + row.get("kind");
            definitions.add(definition, row.place());
            if (facts.models.find(definition + "List").isPresent()) {
                definitions.add(definition + "List", row.place());
            }
            Optional<Row> deprecation = facts.deprecations.stream()
                    .filter(old -> old.get("group").equals(group) && old.get("version").equals(name)
                            && old.get("plural").equals(row.get("plural")))
                    .findFirst();
            return new Version(name, row.get("default").equals("on"), definition,
                    deprecation.map(old -> old.get("warning")).orElse(""),
                    deprecation.map(old -> old.get("removed_in")).orElse(""));
        }

        /** Fields that the group's own code reads are left to it. */
        private List<Selectable> selectable(String group, String kind) {
            return facts.selectable.stream()
                    .filter(row -> row.get("group").equals(group) && row.get("kind").equals(kind))
                    .filter(row -> !row.get("path").equals("code"))
                    .map(row -> new Selectable(row.get("field"), row.get("path"), row.get("absent")))
                    .toList();
        }

        private List<Column> columns(String group, Row resource) {
            // Both groups show the same objects.
            String table = group.equals("events") ? "core" : group;
            List<Column> columns = facts.columns.stream()
                    .filter(row -> row.get("group").equals(table) && row.get("kind").equals(resource.get("kind")))
                    .map(this::column)
                    .toList();
            boolean shown = resource.get("verbs").isEmpty() || resource.get("verbs").contains("get");
            if (columns.isEmpty() && shown) {
                problems.add(resource.place() + ": columns.tsv has no rows for " + resource.get("kind"));
            }
            return columns;
        }

        private Column column(Row row) {
            String text = row.get("description");
            if (text.startsWith("@")) {
                Optional<String> found = definitions.description(text.substring(1));
                if (found.isEmpty()) {
                    problems.add(row.place() + ": unknown field " + text.substring(1));
                }
                text = found.orElse("");
            }
            return new Column(row.get("name"), row.get("type"), row.get("format"), row.get("priority"), text,
                    row.get("cell"));
        }

        /** Every row of the tables about resources must name one. */
        private void checkReferences() {
            var kinds = new HashSet<>(Set.of("core.Scale", "meta.Status", "autoscaling.Scale"));
            var plurals = new HashSet<String>();
            for (Row row : facts.resources) {
                kinds.add(row.get("group") + "." + row.get("kind"));
                plurals.add(row.get("group") + "." + row.get("version") + "." + row.get("plural"));
            }
            for (List<Row> table : List.of(facts.columns, facts.selectable)) {
                for (Row row : table) {
                    if (!kinds.contains(row.get("group") + "." + row.get("kind"))) {
                        problems.add(row.place() + ": unknown resource " + row.get("group") + " " + row.get("kind"));
                    }
                }
            }
            for (Row row : facts.deprecations) {
                String name = row.get("group") + "." + row.get("version") + "." + row.get("plural");
                if (!plurals.contains(name)) {
                    problems.add(row.place() + ": unknown resource " + name);
                }
            }
        }
    }
}
