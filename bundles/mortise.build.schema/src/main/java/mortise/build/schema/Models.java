package mortise.build.schema;

import com.google.gson.annotations.SerializedName;
import io.kubernetes.client.openapi.models.V1Pod;
import io.swagger.annotations.ApiModel;
import io.swagger.annotations.ApiModelProperty;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.ParameterizedType;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The models of the client library: which definitions there are, and their fields with types and texts. */
final class Models {

    /** A field; {@code form} is its type as far as models tell types apart, see {@link Type#form()}. */
    record Member(String name, String form, boolean required, String description) {
    }

    /** A definition; the fields are in the order of the model, which means nothing. */
    record Model(String name, String description, List<Member> members) {

        Optional<Member> member(String field) {
            return members.stream().filter(member -> member.name().equals(field)).findFirst();
        }
    }

    private static final Pattern MODEL = Pattern.compile("([A-Z][a-z]+)?(V\\d+(?:(?:alpha|beta)\\d+)?)([A-Z]\\w*)");
    private static final Map<String, String> FORMS = Map.of(
            "java.lang.String", "string", "java.lang.Boolean", "boolean", "java.lang.Integer", "int32",
            "java.lang.Long", "int64", "java.lang.Double", "double", "java.lang.Object", "anything",
            OffsetDateTime.class.getName(), "time", "io.kubernetes.client.custom.IntOrString", "int_or_string",
            "io.kubernetes.client.custom.Quantity", "quantity", "[B", "bytes");

    private final Map<String, Class<?>> classes = new TreeMap<>();
    private final Map<Class<?>, String> names = new HashMap<>();
    private final Map<String, Model> models = new HashMap<>();
    private final Problems problems;

    /**
     * Finds the models.
     *
     * @param packages the packages that definitions may be in, for example {@code core.v1}, with all their messages
     */
    Models(Set<String> packages, Messages messages, Problems problems) {
        this.problems = problems;
        for (String name : classNames()) {
            Matcher parts = MODEL.matcher(name);
            if (parts.matches()) {
                add(name, parts, packages, messages);
            }
        }
    }

    /** Returns the short names of all definitions, sorted. */
    Set<String> names() {
        return classes.keySet();
    }

    Optional<Model> find(String definition) {
        Class<?> type = classes.get(definition);
        return type == null
                ? Optional.empty() : Optional.of(models.computeIfAbsent(definition, name -> read(name, type)));
    }

    private static List<String> classNames() {
        String prefix = V1Pod.class.getPackageName().replace('.', '/') + "/";
        try (var jar = new JarFile(Path.of(V1Pod.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toFile())) {
            return jar.stream().map(entry -> entry.getName())
                    .filter(name -> name.startsWith(prefix) && name.endsWith(".class") && name.indexOf('$') < 0)
                    .map(name -> name.substring(prefix.length(), name.length() - ".class".length()))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot list the models", failure);
        } catch (URISyntaxException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private void add(String className, Matcher parts, Set<String> packages, Messages messages) {
        String group = parts.group(1) == null ? "" : parts.group(1).toLowerCase(Locale.ROOT);
        String version = parts.group(2).toLowerCase(Locale.ROOT);
        List<String> candidates = packages.stream()
                .filter(name -> name.endsWith("." + version) && (group.isEmpty() || name.startsWith(group + ".")))
                .map(name -> name + "." + parts.group(3))
                .filter(name -> messages.find(name).isPresent())
                .toList();
        String shared = "meta." + version + "." + parts.group(3);
        if (candidates.contains(shared)) {
            // Relics of the time before there was meta have no models.
            candidates = List.of(shared);
        }
        if (candidates.size() != 1) {
            problems.add(className + ": no protobuf message of one group is called so: " + candidates);
            return;
        }
        try {
            Class<?> type = Class.forName(V1Pod.class.getPackageName() + "." + className, false,
                    V1Pod.class.getClassLoader());
            classes.put(candidates.get(0), type);
            names.put(type, candidates.get(0));
        } catch (ClassNotFoundException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private Model read(String name, Class<?> type) {
        var members = new ArrayList<Member>();
        for (var field : type.getDeclaredFields()) {
            SerializedName json = field.getAnnotation(SerializedName.class);
            if (json != null) {
                ApiModelProperty property = property(type, field.getName());
                members.add(new Member(json.value(), form(field.getGenericType()),
                        property.required(), property.value()));
            }
        }
        ApiModel model = type.getAnnotation(ApiModel.class);
        return new Model(name, model == null ? "" : model.description(), members);
    }

    private static ApiModelProperty property(Class<?> type, String field) {
        return Stream.of(type.getDeclaredMethods())
                .filter(method -> method.getParameterCount() == 0
                        && letters(method.getName()).equalsIgnoreCase("get" + letters(field)))
                .map(method -> method.getAnnotation(ApiModelProperty.class))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow(() -> new SchemaException(List.of(type.getName() + ": no text for " + field)));
    }

    private static String letters(String name) {
        return name.replaceAll("[$_]", "");
    }

    private String form(java.lang.reflect.Type type) {
        if (type instanceof ParameterizedType generic) {
            var arguments = generic.getActualTypeArguments();
            boolean map = Map.class.isAssignableFrom((Class<?>) generic.getRawType());
            return (map ? "map of " : "list of ") + form(arguments[arguments.length - 1]);
        }
        String known = FORMS.get(type.getTypeName().equals("byte[]") ? "[B" : type.getTypeName());
        if (known != null) {
            return known;
        }
        return type instanceof Class<?> model && names.containsKey(model) ? names.get(model) : type.getTypeName();
    }
}
