package mortise.build.schema;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import mortise.build.schema.Definition.Member;
import mortise.build.schema.Table.Row;
import mortise.spi.group.Field.ListKind;
import mortise.spi.group.Field.Presence;
import mortise.spi.group.ValueType.Kind;
import org.jspecify.annotations.Nullable;

/** Puts definitions together from models, messages and tables. */
final class Definitions {

    /** These stand in the envelope of protobuf bodies, not in the messages. They are written in this order. */
    private static final List<String> ENVELOPE = List.of("kind", "apiVersion");

    private record Wired(Type type, List<Integer> wire) {
    }

    private final Facts facts;
    private final Problems problems;
    private final Map<String, Definition> made = new TreeMap<>();

    Definitions(Facts facts, Problems problems) {
        this.facts = facts;
        this.problems = problems;
    }

    /** Adds a definition and all that it refers to. */
    void add(String name, String wantedBy) {
        if (made.containsKey(name)) {
            return;
        }
        Optional<Models.Model> model = facts.models.find(name);
        if (model.isEmpty() && isEmpty(name)) {
            made.put(name, new Definition(name, false, "", List.of()));
            return;
        }
        if (model.isEmpty()) {
            problems.add(wantedBy + ": unknown definition " + name);
            return;
        }
        Definition definition = make(model.get());
        made.put(name, definition);
        for (Member member : definition.members()) {
            String next = member.type().reference();
            if (!next.isEmpty()) {
                add(next, name + "." + member.name());
            }
        }
    }

    /** Says whether a struct has no fields; the client library has no models of such. */
    private boolean isEmpty(String name) {
        return facts.messages.find(name).filter(List::isEmpty).isPresent();
    }

    /** Returns what was added, sorted by name. */
    Collection<Definition> all() {
        return made.values();
    }

    /** Returns the text of a field such as {@code meta.v1.ObjectMeta.name}, or nothing when there is no such field. */
    Optional<String> description(String path) {
        String field = Names.simple(path);
        return facts.models.find(Names.packageOf(path))
                .flatMap(model -> model.member(field))
                .map(member -> describe(member, member.form()));
    }

    private Definition make(Models.Model model) {
        String name = model.name();
        var wired = new LinkedHashMap<String, Wired>();
        facts.messages.find(name).ifPresentOrElse(
                members -> wire(name, members, List.of(), wired),
                () -> problems.add(name + ": no protobuf message"));
        var members = new ArrayList<Member>();
        for (String field : ENVELOPE) {
            if (!wired.containsKey(field)) {
                model.member(field).ifPresent(
                        member -> members.add(member(name, member, new Wired(Type.of("string"), List.of()))));
            }
        }
        wired.forEach((field, wire) -> model.member(field).ifPresent(
                member -> members.add(member(name, member, wire))));
        for (Models.Member member : model.members()) {
            if (!wired.containsKey(member.name()) && !ENVELOPE.contains(member.name())) {
                problems.add(name + "." + member.name() + ": no protobuf number");
            }
        }
        boolean atomic = marker(name, ".", "map").equals("atomic");
        return new Definition(name, atomic, model.description(), members);
    }

    /** Numbers the JSON fields of a message; flattened messages put theirs where they stand. */
    private void wire(
            String definition, List<Messages.Member> members, List<Integer> before, Map<String, Wired> wired) {
        for (Messages.Member member : members) {
            var wire = new ArrayList<>(before);
            wire.add(member.number());
            Optional<String> json = facts.jsonName(definition, member.name());
            if (json.isPresent()) {
                wired.putIfAbsent(json.get(), new Wired(member.type(), wire));
            } else {
                String inner = member.type().definition();
                wire(inner, facts.messages.findInner(inner).orElse(List.of()), wire, wired);
            }
        }
    }

    private Member member(String definition, Models.Member model, Wired wired) {
        String field = model.name();
        Type type = wired.type();
        boolean same = type.form().equals(model.form())
                || model.form().equals("anything") && isEmpty(type.definition());
        if (!same) {
            problems.add(definition + "." + field + ": " + model.form() + " in JSON, " + type.form() + " in protobuf");
        }
        Presence presence = presence(definition, field, type);
        String strategies = marker(definition, field, "patch_strategies");
        String keys = marker(definition, field, "keys");
        String list = marker(definition, field, "list");
        return new Member(
                field, type, wired.wire(), presence, model.required(),
                defaultValue(definition, field, type, presence),
                facts.enums.find(definition, field).map(row -> row.words("values", "\\|")).orElse(List.of()),
                list.isEmpty() ? ListKind.ATOMIC : ListKind.valueOf(list.toUpperCase(Locale.ROOT)),
                keys.isEmpty() ? List.of() : List.of(keys.split(",")),
                atomic(definition, field, type),
                strategies.isEmpty() ? List.of() : List.of(strategies.split(",")),
                marker(definition, field, "patch_merge_key"), describe(model, type.definition()));
    }

    /** What the field's own marker says, else that of the type of its struct. */
    private boolean atomic(String definition, String field, Type type) {
        String own = marker(definition, field, "map");
        return own.isEmpty()
                ? type.kind() == Kind.STRUCT && marker(type.definition(), ".", "map").equals("atomic")
                : own.equals("atomic");
    }

    private String marker(String definition, String field, String column) {
        return facts.markers.find(definition, field).map(row -> row.get(column)).orElse("");
    }

    private Presence presence(String definition, String field, Type type) {
        boolean pointer = facts.pointers.find(definition, field).isPresent();
        Optional<Row> row = facts.presence.find(definition, field);
        if (row.isPresent()) {
            if (pointer) {
                problems.add(row.get().place() + ": pointers.tsv has " + definition + "." + field + ", too");
            }
            return switch (row.get().get("class")) {
                case "scalar-always", "struct-always" -> Presence.ALWAYS;
                case "list-null", "pointer-null" -> Presence.ALWAYS_OR_NULL;
                case "struct-omitzero" -> Presence.IF_SET;
                default -> throw new SchemaException(List.of(row.get().place() + ": unknown class"));
            };
        }
        return switch (type.kind()) {
            case STRUCT, TIME, MICRO_TIME, QUANTITY, INT_OR_STRING, JSON, OBJECT, FIELDS, STRUCT_OR_BOOLEAN,
                    STRUCT_OR_LIST, STRUCT_OR_STRINGS -> Presence.IF_SET;
            default -> pointer ? Presence.IF_SET : Presence.UNLESS_EMPTY;
        };
    }

    private @Nullable Object defaultValue(String definition, String field, Type type, Presence presence) {
        Optional<Row> row = facts.defaults.find(definition, field);
        if (row.isEmpty()) {
            return null;
        }
        Object value = DefaultValue.parse(row.get().get("value"));
        if (value == null || !DefaultValue.fits(value, type)) {
            problems.add(row.get().place() + ": not a " + type.form() + ": " + row.get().get("value"));
        } else if (presence == Presence.UNLESS_EMPTY && DefaultValue.isZero(value)) {
            problems.add(row.get().place() + ": the default means nothing, as " + field + " is no pointer");
        }
        return value;
    }

    /** A field without a text of its own has that of its type. */
    private String describe(Models.Member member, String definition) {
        return member.description().isEmpty()
                ? facts.models.find(definition).map(Models.Model::description).orElse("")
                : member.description();
    }
}
