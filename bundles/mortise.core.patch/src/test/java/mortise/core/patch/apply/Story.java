package mortise.core.patch.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import mortise.api.ApiException;
import mortise.api.ApiObject;

/** One object and what managers do to it, a second apart. */
final class Story {

    private final KindVersions kind;
    private Instant now = Instant.parse("2030-01-01T00:00:00.5Z");
    private ApiObject object;

    Story() {
        this(new Made());
    }

    Story(KindVersions kind) {
        this.kind = kind;
    }

    ApiObject object() {
        return object;
    }

    Story apply(String manager, String members) {
        return apply(manager, Made.V1, members, false);
    }

    Story force(String manager, String members) {
        return apply(manager, Made.V1, members, true);
    }

    Story apply(String manager, String apiVersion, String members, boolean force) {
        ApiObject before = object == null ? null : object.deepCopy();
        ApiObject intent = Made.object(apiVersion, members);
        ApiObject intentBefore = intent.deepCopy();
        ApiObject applied;
        try {
            applied = ownership("").apply(Optional.ofNullable(object), intent, writer(manager, apiVersion, ""), force);
        } finally {
            assertThat(intent).isEqualTo(intentBefore);
            assertThat(object).isEqualTo(before);
        }
        assertThat(applied.apiVersion()).isEqualTo(apiVersion);
        Object copy = ApiObject.copy(applied.tree());
        scribble(intent.tree());
        if (object != null) {
            scribble(object.tree());
        }
        assertThat((Object) applied.tree()).isEqualTo(copy);
        object = applied;
        return this;
    }

    Story applyStatus(String manager, String members) {
        object = ownership("status").apply(Optional.of(object), Made.object(Made.V1, members),
                writer(manager, Made.V1, "status"), false);
        return this;
    }

    ApiException refused(String manager, String members) {
        return catchThrowableOfType(ApiException.class, () -> apply(manager, members));
    }

    /** Writes the object as it is then, by PUT or POST. */
    Story write(String manager, String members) {
        ApiObject written = Made.object(Made.V1, members);
        if (object != null && !written.metadata().tree().containsKey("managedFields")) {
            Object entries = object.at("metadata", "managedFields");
            if (entries != null) {
                written.metadata().tree().put("managedFields", ApiObject.copy(entries));
            }
        }
        return write(manager, written, "");
    }

    Story write(String manager, ApiObject written, String subresource) {
        ApiObject before = object == null ? null : object.deepCopy();
        ownership(subresource).track(written, Optional.ofNullable(object),
                writer(manager, written.apiVersion(), subresource));
        assertThat(object).isEqualTo(before);
        object = written;
        return this;
    }

    private FieldOwnership ownership(String subresource) {
        return new FieldOwnership(kind, subresource.isEmpty() ? List.of(List.of("status"))
                : List.of(List.of("spec"), List.of("data"), List.of("metadata", "labels")));
    }

    private FieldWriter writer(String manager, String apiVersion, String subresource) {
        now = now.plusSeconds(1);
        return new FieldWriter(manager, apiVersion, subresource, now);
    }

    /** Says who owns what, an entry a line, times as seconds of the story. */
    Story owned(String... entries) {
        assertThat(entries()).containsExactly(entries);
        return this;
    }

    List<String> entries() {
        Object entries = object.at("metadata", "managedFields");
        return entries == null ? List.of() : ((List<?>) entries).stream().map(Story::line).toList();
    }

    private static String line(Object entry) {
        var fields = (Map<?, ?>) entry;
        assertThat(fields.get("fieldsType")).isEqualTo("FieldsV1");
        String time = fields.get("time") == null ? "-" : ((String) fields.get("time")).substring(17, 19);
        String version = fields.get("apiVersion").equals(Made.V1) ? "" : " " + fields.get("apiVersion");
        String part = fields.get("subresource") == null ? "" : "/" + fields.get("subresource");
        return fields.get("manager") + part + " " + fields.get("operation") + version + " " + time + " "
                + json(fields.get("fieldsV1"));
    }

    /** Says what the object has besides its name and entries. */
    Story is(String members) {
        assertThat(members()).isEqualTo(Made.object(object.apiVersion(), members).tree());
        return this;
    }

    Map<String, Object> members() {
        ApiObject copy = object.deepCopy();
        copy.metadata().tree().remove("managedFields");
        return copy.tree();
    }

    /** Names in the order in which they stand. */
    static String json(Object value) {
        if (value instanceof Map<?, ?> members) {
            return members.entrySet().stream().map(member -> "'" + ((String) member.getKey()).replace("\"", "`")
                    + "':" + json(member.getValue())).collect(Collectors.joining(",", "{", "}"));
        }
        return String.valueOf(value);
    }

    @SuppressWarnings("unchecked")
    private static void scribble(Object tree) {
        if (tree instanceof Map<?, ?> map) {
            map.values().forEach(Story::scribble);
            ((Map<String, Object>) map).put("scribbled", true);
        } else if (tree instanceof List<?> list) {
            list.forEach(Story::scribble);
            ((List<Object>) list).add("scribbled");
        }
    }
}
