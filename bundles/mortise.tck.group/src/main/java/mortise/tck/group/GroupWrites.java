package mortise.tck.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.GroupVersion;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.ResourceStrategy;
import mortise.spi.group.ResourceVersion;
import mortise.spi.group.SubresourceDefinition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs writes that a file describes and compares what the group says to them. The file {@code writes.json} stands
 * beside the test that extends this class. It is a list of structs:
 *
 * <ul>
 * <li>{@code name}: what it shows
 * <li>{@code object}: what is created, in any version; must be right when there is a {@code patch}
 * <li>{@code patch}: a merge patch that changes it; optional, and so is {@code subresource}, through which it is made
 * <li>{@code causes}: what is wrong, as {@code FieldValueRequired spec.x: Required value}, in order; optional
 * <li>{@code warnings}: what the writer is told of what was created or changed; optional
 * <li>{@code expect}: by paths such as {@code spec.replicas}, what the complete object has in the version in which it
 *     was written, or in {@code expectVersion}; {@code null} when it has nothing there; optional
 * </ul>
 *
 * <p>Objects are handled as the core handles them, but for metadata, admission and the store.
 */
public abstract class GroupWrites {

    private static final String UID = "11111111-2222-4333-8444-555555555555";

    /** Returns the group under test. */
    protected abstract ApiGroup group();

    /** Returns a test for each write. */
    @TestFactory
    protected Stream<DynamicTest> writes() {
        ApiGroup group = group();
        return structs(file()).map(write -> DynamicTest.dynamicTest(
                String.valueOf(write.get("name")), () -> check(group, write)));
    }

    private @Nullable Object file() {
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("writes.json"), "writes.json")) {
            return JsonText.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static void check(ApiGroup group, Map<String, @Nullable Object> write) {
        var object = new ApiObject(struct(ApiObject.copy(write.get("object"))));
        ResourceDefinition definition = group.resources().stream()
                .filter(known -> known.kind().equals(object.kind())).findFirst().orElseThrow();
        ResourceVersion version = version(definition, GroupVersion.parse(object.apiVersion()).version());
        List<FieldError> errors = create(definition, version, object);
        ApiObject stored = object;
        if (write.get("patch") != null) {
            assertThat(errors).as("errors of the object to patch").isEmpty();
            complete(definition, object);
            String subresource = Objects.toString(write.get("subresource"), "");
            stored = object.deepCopy();
            errors = update(definition, version, stored, object, struct(write.get("patch")), subresource);
        }
        assertThat(errors).extracting(error -> error.type().reason() + " " + error)
                .containsExactlyElementsOf(texts(write.get("causes")));
        ApiObject before = stored.deepCopy();
        definition.strategy().validate(stored, Optional.empty());
        assertThat(stored).as("after validation").isEqualTo(before);
        if (write.get("warnings") != null) {
            assertThat(definition.strategy().warnings(stored, write.get("patch") == null
                    ? Optional.empty() : Optional.of(object))).isEqualTo(write.get("warnings"));
        }
        if (write.get("expect") != null) {
            Object shown = write.get("expectVersion");
            expect(shown == null ? version : version(definition, (String) shown), stored, struct(write.get("expect")));
        }
    }

    private static List<FieldError> create(ResourceDefinition definition, ResourceVersion version, ApiObject object) {
        assertThat(version.schema().prune(object)).as("unknown fields").isEmpty();
        version.schema().applyDefaults(object);
        var errors = new ArrayList<>(version.schema().validate(object, Optional.empty()));
        version.conversion().toStored(object);
        object.metadata().tree().put("uid", UID);
        definition.strategy().prepareForCreate(object);
        errors.addAll(definition.strategy().validate(object, Optional.empty()));
        return errors;
    }

    private static List<FieldError> update(ResourceDefinition definition, ResourceVersion version, ApiObject object,
            ApiObject old, Map<String, @Nullable Object> patch, String subresource) {
        ResourceStrategy strategy = subresource.isEmpty() ? definition.strategy() : definition.subresources().stream()
                .filter(known -> known.name().equals(subresource)).map(SubresourceDefinition::strategy)
                .findFirst().orElseThrow();
        version.conversion().fromStored(object);
        merge(patch, object.tree());
        assertThat(version.schema().prune(object)).as("unknown fields of the patch").isEmpty();
        version.schema().applyDefaults(object);
        version.conversion().toStored(object);
        complete(definition, object);
        strategy.prepareForUpdate(object, old.deepCopy());
        return strategy.validate(object, Optional.of(old.deepCopy()));
    }

    private static void merge(Map<String, @Nullable Object> patch, Map<String, @Nullable Object> into) {
        patch.forEach((field, value) -> {
            if (value == null) {
                into.remove(field);
            } else if (value instanceof Map<?, ?>) {
                if (!(into.get(field) instanceof Map<?, ?>)) {
                    into.put(field, new LinkedHashMap<String, @Nullable Object>());
                }
                merge(struct(value), struct(into.get(field)));
            } else {
                into.put(field, ApiObject.copy(value));
            }
        });
    }

    private static void expect(ResourceVersion version, ApiObject stored, Map<String, @Nullable Object> expected) {
        ApiObject object = stored.deepCopy();
        version.conversion().fromStored(object);
        version.schema().complete(object);
        expected.forEach((path, value) ->
                assertThat(object.at(path.split("\\."))).as(path).isEqualTo(value));
    }

    /** Kinds that are stored as those of another group have their fields, which are not known here. */
    private static void complete(ResourceDefinition definition, ApiObject object) {
        if (definition.storedKind().isEmpty()) {
            version(definition, definition.storageVersion()).schema().complete(object);
        }
    }

    private static ResourceVersion version(ResourceDefinition definition, String name) {
        return definition.versions().stream().filter(version -> version.name().equals(name)).findFirst().orElseThrow();
    }

    private static Stream<Map<String, @Nullable Object>> structs(@Nullable Object list) {
        return list instanceof List<?> items ? items.stream().map(GroupWrites::struct) : Stream.empty();
    }

    private static List<String> texts(@Nullable Object list) {
        return list instanceof List<?> items ? items.stream().map(String::valueOf).toList() : List.of();
    }

    @SuppressWarnings("unchecked") // The keys of a tree are texts.
    private static Map<String, @Nullable Object> struct(@Nullable Object value) {
        return (Map<String, @Nullable Object>) Objects.requireNonNull(value);
    }
}
