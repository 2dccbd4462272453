package mortise.build.schema;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import mortise.build.schema.Table.Row;

/** The tables of facts that no library has. */
final class Facts {

    /** Rows by definition and field; a field {@code .} means the definition itself. */
    static final class ByField {

        private final Map<String, Map<String, Row>> rows = new LinkedHashMap<>();

        private ByField(List<Row> table, Problems problems) {
            for (Row row : table) {
                Row before = rows.computeIfAbsent(row.get("definition"), name -> new LinkedHashMap<>())
                        .put(row.get("field"), row);
                if (before != null) {
                    problems.add(row.place() + ": the same as " + before.place());
                }
            }
        }

        Optional<Row> find(String definition, String field) {
            return Optional.ofNullable(rows.getOrDefault(definition, Map.of()).get(field));
        }

        private void check(Models models, Problems problems) {
            rows.forEach((definition, fields) -> fields.forEach((field, row) -> {
                Optional<Models.Model> model = models.find(definition);
                if (model.isEmpty()) {
                    problems.add(row.place() + ": unknown definition " + definition);
                } else if (!field.equals(".") && model.get().member(field).isEmpty()) {
                    problems.add(row.place() + ": unknown field " + definition + "." + field);
                }
            }));
        }
    }

    final List<Row> groups;
    final List<Row> resources;
    final List<Row> columns;
    final List<Row> selectable;
    final List<Row> deprecations;
    final ByField markers;
    final ByField presence;
    final ByField pointers;
    final ByField defaults;
    final ByField enums;
    final Messages messages;
    final Models models;
    private final Map<String, Map<String, String>> inline = new HashMap<>();

    Facts(Path folder, Problems problems) {
        groups = Table.read(folder, "groups.tsv");
        resources = Table.read(folder, "resources.tsv");
        columns = Table.read(folder, "columns.tsv");
        selectable = Table.read(folder, "selectable.tsv");
        deprecations = Table.read(folder, "deprecations.tsv");
        markers = new ByField(Table.read(folder, "markers.tsv"), problems);
        presence = new ByField(Table.read(folder, "presence.tsv"), problems);
        pointers = new ByField(Table.read(folder, "pointers.tsv"), problems);
        defaults = new ByField(Table.read(folder, "defaults.tsv"), problems);
        enums = new ByField(Table.read(folder, "enums.tsv"), problems);
        messages = new Messages(Table.read(folder, "protobuf_missing.tsv"), problems);
        models = new Models(packages(), messages, problems);
        for (ByField table : List.of(markers, presence, pointers, defaults, enums)) {
            table.check(models, problems);
        }
        Table.read(folder, "protobuf_inline.tsv").forEach(row -> addInline(row, problems));
    }

    /** Returns the JSON name of a protobuf field, or nothing when its message is flattened in JSON. */
    Optional<String> jsonName(String definition, String protobufField) {
        String name = inline.getOrDefault(definition, Map.of()).getOrDefault(protobufField, protobufField);
        return name.isEmpty() ? Optional.empty() : Optional.of(name);
    }

    private void addInline(Row row, Problems problems) {
        String definition = row.get("definition");
        String field = row.get("protobuf_field");
        List<Messages.Member> members = messages.findInner(definition).orElse(List.of());
        if (members.stream().noneMatch(member -> member.name().equals(field))) {
            problems.add(row.place() + ": unknown protobuf field " + definition + "." + field);
        }
        inline.computeIfAbsent(definition, name -> new HashMap<>()).put(field, row.get("json_field"));
    }

    /** The packages of the definitions that groups serve, and those that belong to no group. */
    private Set<String> packages() {
        var packages = new TreeSet<>(Set.of("meta.v1", "apidiscovery.v2", "apidiscovery.v2beta1"));
        for (Row row : groups) {
            row.words("versions", ",").forEach(version -> packages.add(row.get("group") + "." + version));
        }
        return packages;
    }
}
