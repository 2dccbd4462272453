package mortise.build.schema;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import mortise.build.schema.Table.Row;

/** The protobuf messages: those that the library has, and those that the table adds. */
final class Messages {

    /** A field of a message. */
    record Member(String name, int number, Type type) {
    }

    /** The files that are read; others are old versions that nobody serves. */
    private static final List<String> FILES = List.of(
            "IntStr", "Meta", "Resource", "Runtime", "V1", "V1Admissionregistration", "V1Apiextensions", "V1Apps",
            "V1Authentication", "V1Authorization", "V1Autoscaling", "V1Batch", "V1Certificates", "V1Coordination",
            "V1Discovery", "V1Events", "V1Flowcontrol", "V1Networking", "V1Node", "V1Policy", "V1Rbac", "V1Resource",
            "V1Scheduling", "V1Storage", "V1alpha1Apiserverinternal", "V1alpha1Scheduling",
            "V1beta1Admissionregistration", "V1beta1Certificates", "V1beta1Storage", "V1beta1Storagemigration",
            "V2Apidiscovery", "V2Autoscaling", "V2beta1Apidiscovery");

    private static final List<String> TWIN_VERSIONS = List.of("v1", "v1beta2", "v1beta1", "v1alpha3", "v1alpha1");

    private final Map<String, List<Member>> messages = new HashMap<>();
    private final Problems problems;

    Messages(List<Row> missing, Problems problems) {
        this.problems = problems;
        FILES.forEach(this::readFile);
        missing.stream().filter(row -> !row.get("twin").equals("*")).forEach(this::addMissing);
        missing.stream().filter(row -> row.get("twin").equals("*")).forEach(this::addTwin);
    }

    /** Returns the fields of a message in the order of their numbers. */
    Optional<List<Member>> find(String name) {
        return Optional.ofNullable(messages.get(name));
    }

    /** Returns the fields of a message that is flattened in JSON; tables do not name those of missing versions. */
    Optional<List<Member>> findInner(String name) {
        return find(name).or(() -> twin(name));
    }

    private void readFile(String name) {
        try {
            var file = (FileDescriptor) Class.forName("io.kubernetes.client.proto." + name)
                    .getMethod("getDescriptor").invoke(null);
            file.getMessageTypes().forEach(this::addMessage);
        } catch (ReflectiveOperationException failure) {
            problems.add("client-java-proto has no file " + name);
        }
    }

    private void addMessage(Descriptor message) {
        put(Names.ofMessage(message.getFullName()), message.getFields().stream()
                .map(field -> new Member(field.getName(), field.getNumber(), typeOf(field))).toList());
    }

    private void put(String name, List<Member> members) {
        messages.put(name, members.stream().sorted(Comparator.comparingInt(Member::number)).toList());
    }

    private static Type typeOf(FieldDescriptor field) {
        if (field.isMapField()) {
            return Type.mapOf(single(field.getMessageType().findFieldByName("value")));
        }
        return field.isRepeated() ? Type.listOf(single(field)) : single(field);
    }

    private static Type single(FieldDescriptor field) {
        boolean message = field.getType() == FieldDescriptor.Type.MESSAGE;
        return Type.of(message
                ? Names.ofMessage(field.getMessageType().getFullName())
                : field.getType().name().toLowerCase(Locale.ROOT));
    }

    private void addMissing(Row row) {
        String name = row.get("definition");
        String twin = row.get("twin").equals("=") ? name : row.get("twin");
        var members = new LinkedHashMap<String, Member>();
        if (!twin.isEmpty()) {
            List<Member> known = messages.get(twin);
            if (known == null) {
                problems.add(row.place() + ": unknown message " + twin);
                return;
            }
            known.forEach(member -> members.put(member.name(), rebased(member, twin, name)));
        }
        for (String text : row.words("fields", ", ")) {
            Member member = parse(text, name);
            members.put(member.name(), member);
        }
        put(name, new ArrayList<>(members.values()));
    }

    private void addTwin(Row row) {
        String name = row.get("definition");
        Optional<List<Member>> members = twin(name);
        if (members.isEmpty()) {
            problems.add(row.place() + ": no other version has the message " + name);
        }
        messages.put(name, members.orElse(List.of()));
    }

    /** Returns a message like the one of the same name in the most stable other version of the group that has it. */
    private Optional<List<Member>> twin(String name) {
        String group = name.substring(0, name.indexOf('.'));
        return TWIN_VERSIONS.stream()
                .map(version -> group + "." + version + "." + Names.simple(name))
                .filter(candidate -> !candidate.equals(name) && messages.containsKey(candidate))
                .findFirst()
                .map(twin -> messages.get(twin).stream().map(member -> rebased(member, twin, name)).toList());
    }

    /** Messages of the twin's own version become those of this one. */
    private static Member rebased(Member member, String from, String to) {
        return new Member(
                member.name(), member.number(), rebased(member.type(), Names.packageOf(from), Names.packageOf(to)));
    }

    private static Type rebased(Type type, String from, String to) {
        Type element = type.element() == null ? null : rebased(type.element(), from, to);
        boolean own = !type.definition().isEmpty() && Names.packageOf(type.definition()).equals(from);
        return new Type(type.kind(), element, own ? to + "." + Names.simple(type.definition()) : type.definition());
    }

    /** Reads {@code name=3:repeated Type}. */
    private static Member parse(String text, String definition) {
        int equals = text.indexOf('=');
        int colon = text.indexOf(':');
        return new Member(
                text.substring(0, equals), Integer.parseInt(text.substring(equals + 1, colon)),
                parseType(text.substring(colon + 1), Names.packageOf(definition)));
    }

    private static Type parseType(String text, String home) {
        if (text.startsWith("repeated ")) {
            return Type.listOf(parseType(text.substring("repeated ".length()), home));
        }
        if (text.startsWith("map<string,")) {
            return Type.mapOf(parseType(text.substring("map<string,".length(), text.length() - 1), home));
        }
        boolean bare = text.indexOf('.') < 0 && Character.isUpperCase(text.charAt(0));
        return Type.of(bare ? home + "." + text : text);
    }
}
