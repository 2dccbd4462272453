package mortise.controller.rolebootstrap;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import mortise.api.ApiObject;
import mortise.spi.authorization.RoleRules;
import mortise.spi.authorization.Rules;
import org.jspecify.annotations.Nullable;

/** Reads {@code roles.txt}, which says itself how it is written. Belongs to one thread. */
final class RoleFile {

    private static final Map<String, String> VERBS = Map.of(
            "READ", "get,list,watch",
            "WRITE", "create,update,patch,delete,deletecollection",
            "ALTER", "get,list,watch,update,patch");

    private final RoleNames names;
    private final List<ApiObject> objects = new ArrayList<>();
    /** The object that indented lines are about, and its rules. */
    private ApiObject current = new ApiObject(new LinkedHashMap<>());
    private final List<Rules.Resources> resources = new ArrayList<>();
    private final List<Rules.Paths> paths = new ArrayList<>();

    private RoleFile(RoleNames names) {
        this.names = names;
    }

    /** Returns all objects of the file, in its order. The caller may change them. */
    static List<ApiObject> read(RoleNames names) {
        var file = new RoleFile(names);
        try (InputStream in = RoleFile.class.getResourceAsStream("roles.txt")) {
            if (in == null) {
                throw new IllegalStateException("roles.txt is missing in this bundle");
            }
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).lines().forEach(file::line);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        file.finish();
        return file.objects;
    }

    private void line(String line) {
        if (line.isBlank() || line.startsWith("#")) {
            return;
        }
        String[] words = line.strip().split(" +");
        if (line.startsWith(" ")) {
            detail(words);
        } else {
            finish();
            begin(words);
        }
    }

    private void begin(String[] words) {
        switch (words[0]) {
            case "clusterrole" -> current = role("", words[1]);
            case "role" -> current = role(words[1], words[2]);
            case "bound" -> current = binding(
                    current.metadata().namespace(), current.metadata().name(), current.metadata().name());
            case "binding" -> current = words.length == 3
                    ? binding("", words[1], words[2]) : binding(words[1], words[2], words[3]);
            case "controller" -> {
                String name = "system:controller:" + words[1];
                current = binding("", name, name);
                subject("ServiceAccount", "kube-system", words[1]);
                finish();
                current = role("", name);
            }
            default -> throw new IllegalStateException("roles.txt: " + words[0]);
        }
    }

    private ApiObject role(String namespace, String name) {
        return object(namespace.isEmpty() ? "ClusterRole" : "Role", namespace, name);
    }

    private ApiObject binding(String namespace, String name, String role) {
        ApiObject binding = object(namespace.isEmpty() ? "ClusterRoleBinding" : "RoleBinding", namespace, name);
        Map<String, @Nullable Object> reference = binding.structAt("roleRef");
        reference.put("apiGroup", names.version().group());
        reference.put("kind", namespace.isEmpty() ? "ClusterRole" : "Role");
        reference.put("name", role);
        return binding;
    }

    private ApiObject object(String kind, String namespace, String name) {
        ApiObject object = ApiObject.ofKind(names.version().kind(kind));
        object.metadata().setName(name);
        if (!namespace.isEmpty()) {
            object.metadata().setNamespace(namespace);
        }
        object.metadata().setLabel(names.bootstrapping(), "rbac-defaults");
        object.metadata().setAnnotation(names.autoupdate(), "true");
        return object;
    }

    private void detail(String[] words) {
        switch (words[0]) {
            case "label" -> current.metadata().setLabel(names.label(words[1]), words[2]);
            case "aggregates" -> current.structAt("aggregationRule").put("clusterRoleSelectors",
                    listOf(structOf("matchLabels", structOf(names.label(words[1]), "true"))));
            case "user" -> subject("User", "", words[1]);
            case "group" -> subject("Group", "", words[1]);
            case "account" -> subject("ServiceAccount", words[1], words[2]);
            case "events" -> resources.add(new Rules.Resources(List.of("create", "patch", "update"),
                    List.of("", names.group("events.k8s.io")), List.of("events"), List.of()));
            default -> rule(words);
        }
    }

    private void rule(String[] words) {
        List<String> verbs = split(words[0]).stream()
                .flatMap(verb -> Stream.of(VERBS.getOrDefault(verb, verb).split(","))).toList();
        if (words[1].equals("paths")) {
            paths.add(new Rules.Paths(verbs, split(words[2])));
        } else {
            resources.add(new Rules.Resources(verbs, split(words[1]).stream().map(names::group).toList(),
                    split(words[2]), words.length > 3 ? split(words[3]) : List.of()));
        }
    }

    private static List<String> split(String texts) {
        return List.of(texts.split(","));
    }

    private void subject(String kind, String namespace, String name) {
        Map<String, @Nullable Object> subject = structOf("kind", kind);
        if (namespace.isEmpty()) {
            subject.put("apiGroup", names.version().group());
        }
        subject.put("name", name);
        if (!namespace.isEmpty()) {
            subject.put("namespace", namespace);
        }
        if (current.at("subjects") instanceof List<?> known) {
            var all = new ArrayList<@Nullable Object>(known);
            all.add(subject);
            current.tree().put("subjects", all);
        } else {
            current.tree().put("subjects", listOf(subject));
        }
    }

    private static List<@Nullable Object> listOf(Object item) {
        var list = new ArrayList<@Nullable Object>();
        list.add(item);
        return list;
    }

    private static Map<String, @Nullable Object> structOf(String field, Object value) {
        var struct = new LinkedHashMap<String, @Nullable Object>();
        struct.put(field, value);
        return struct;
    }

    private void finish() {
        if (current.tree().isEmpty()) {
            return;
        }
        if (!resources.isEmpty() || !paths.isEmpty()) {
            current.tree().put("rules", RoleRules.trees(new Rules(resources, paths, false, List.of())));
        }
        resources.clear();
        paths.clear();
        objects.add(current);
    }
}
