package mortise.group.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Objects of all kinds, of most of which the answers of a Kubernetes server are known. */
final class WritesTest {

    private final Requests requests = new Requests();

    static List<List<String>> refused() throws IOException {
        return rows("refused.tsv");
    }

    static List<List<String>> accepted() throws IOException {
        return rows("accepted.tsv");
    }

    private static List<List<String>> rows(String file) throws IOException {
        try (var in = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(WritesTest.class.getResourceAsStream(file)), StandardCharsets.UTF_8))) {
            return in.lines().filter(line -> !line.startsWith("#")).map(line -> List.of(line.split("\t"))).toList();
        }
    }

    @ParameterizedTest
    @MethodSource
    void refused(List<String> row) {
        ApiException failed = catchThrowableOfType(ApiException.class,
                () -> requests.create(row.get(0), Requests.json(row.get(2)), row.get(1).equals("dry")));
        assertThat(failed).as(row.get(2)).isNotNull();
        List<String> all = failed.status().details().stream().flatMap(details -> details.causes().stream())
                .map(cause -> cause.field() + ": " + cause.message()).toList();
        String causes = all.isEmpty() ? failed.status().message() : String.join(" ;; ", all);
        assertThat(causes).as(row.get(2)).isEqualTo(row.get(3));
    }

    @ParameterizedTest
    @MethodSource
    void accepted(List<String> row) {
        ApiObject object = requests.create(row.get(0), Requests.json(row.get(2)), row.get(1).equals("dry"));
        var shown = new LinkedHashMap<String, @Nullable Object>();
        ApiObject expected = Requests.json(row.get(3));
        expected.tree().keySet().forEach(path -> shown.put(path, object.at(path.split("/"))));
        assertThat(masked(shown, expected.tree())).as(row.get(2)).isEqualTo(expected.tree());
        if (expected.tree().keySet().stream().noneMatch(path -> path.contains("/"))) {
            assertThat(object.tree().keySet()).as("fields").containsAll(expected.tree().keySet());
            assertThat(object.tree()).as("fields").hasSize(expected.tree().size() + 3);
        }
    }

    /** Puts {@code <...>} wherever the other tree has it and this one has anything. */
    private static @Nullable Object masked(@Nullable Object value, @Nullable Object expected) {
        if (expected instanceof String text && text.startsWith("<") && value != null) {
            return text.equals("<absent>") ? value : text;
        }
        if (value instanceof Map<?, ?> struct && expected instanceof Map<?, ?> other) {
            var copy = new LinkedHashMap<Object, @Nullable Object>();
            struct.forEach((key, item) -> copy.put(key, masked(item, other.get(key))));
            return copy;
        }
        if (value instanceof List<?> list && expected instanceof List<?> other && list.size() == other.size()) {
            var copy = new ArrayList<@Nullable Object>();
            for (int i = 0; i < list.size(); i++) {
                copy.add(masked(list.get(i), other.get(i)));
            }
            return copy;
        }
        return value;
    }

    static Stream<List<String>> unchangeable() {
        String volume = "{'metadata':{'name':'v'},'spec':{'capacity':{'storage':'1Gi'},'accessModes':['ReadWriteOnce'],"
                + "'hostPath':{'path':'/a'}}}";
        String claim = "{'metadata':{'name':'c'},'spec':{'accessModes':['ReadWriteOnce'],'storageClassName':'n',"
                + "'resources':{'requests':{'storage':'2Gi'}}}}";
        String fixed = "spec: Forbidden: spec is immutable after creation except resources.requests and"
                + " volumeAttributesClassName for bound claims\n@@ ";
        String service = "{'metadata':{'name':'s'},'spec':{'ports':[{'port':80}]}}";
        return Stream.of(
                List.of("persistentvolumes", volume, "spec.volumeMode=Block",
                        "volumeMode: Invalid value: \"Block\": field is immutable"),
                List.of("persistentvolumes", volume, "spec.hostPath.path=/b",
                        "spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after"
                                + " creation\n@@ -2,7 +2,7 @@\n  \"GCEPersistentDisk\": null,\n"),
                List.of("persistentvolumeclaims", claim, "spec.storageClassName=m", fixed
                        + "-10,7 +10,7 @@\n   }\n  },\n  \"VolumeName\": \"\",\n- \"StorageClassName\": \"n\",\n"
                        + "+ \"StorageClassName\": \"m\","),
                List.of("persistentvolumeclaims", claim, "spec.resources.requests.storage=1Gi", fixed + "-6,7 +6,7 @@"),
                List.of("services", service, "spec.clusterIPs=10.0.0.5", "spec.clusterIPs: Invalid value"),
                List.of("services", service, "spec.clusterIP=10.0.0.5",
                        "spec.clusterIPs[0]: Invalid value: [\"10.0.0.5\"]: may not change once set"),
                List.of("resourcequotas",
                        "{'metadata':{'name':'q'},'spec':{'scopes':['BestEffort'],'hard':{'pods':'1'}}}",
                        "spec.scopes=NotBestEffort",
                        "spec.scopes: Invalid value: [\"NotBestEffort\"]: field is immutable"),
                List.of("configmaps", "{'metadata':{'name':'c'},'immutable':true}", "data.a=b",
                        "data: Forbidden: field is immutable when `immutable` is set"),
                List.of("secrets", "{'metadata':{'name':'c'},'type':'t1'}", "type=t2",
                        "type: Invalid value: \"t2\": field is immutable"));
    }

    @ParameterizedTest
    @MethodSource
    void unchangeable(List<String> row) {
        ApiObject old = requests.create(row.get(0), row.get(1).replace('\'', '"'));
        String[] change = row.get(2).split("=");
        assertThatThrownBy(() -> requests.update(row.get(0), old, object -> set(object, change[0], change[1])))
                .hasMessageContaining("is invalid: " + row.get(3));
    }

    @SuppressWarnings("unchecked")
    private static void set(ApiObject object, String path, String value) {
        String[] steps = path.split("\\.");
        Map<String, @Nullable Object> struct = object.tree();
        for (int i = 0; i < steps.length - 1; i++) {
            struct = (Map<String, @Nullable Object>) Objects.requireNonNull(
                    struct.computeIfAbsent(steps[i], step -> new LinkedHashMap<String, @Nullable Object>()));
        }
        String last = steps[steps.length - 1];
        struct.put(last, struct.get(last) instanceof List ? new ArrayList<>(List.of(value)) : value);
    }

    @Test
    void aBoundClaimMayGrowAndTakeOtherAttributes() {
        ApiObject claim = requests.create("persistentvolumeclaims", """
                {"metadata":{"name":"c"},"spec":{"accessModes":["ReadWriteOnce"],
                "resources":{"requests":{"storage":"2Gi"}}}}""");
        ApiObject bound = requests.update("persistentvolumeclaims", claim,
                object -> set(object, "spec.volumeName", "v"));
        set(bound, "status.phase", "Bound");
        ApiObject grown = requests.update("persistentvolumeclaims", bound, object -> {
            set(object, "spec.resources.requests.storage", "3Gi");
            set(object, "spec.volumeAttributesClassName", "fast");
        });
        assertThat(grown.textAt("spec", "resources", "requests", "storage")).isEqualTo("3Gi");
    }

    @Test
    void aVolumeNotesWhenItsPhaseChanges() {
        ApiObject volume = requests.create("persistentvolumes", """
                {"metadata":{"name":"v","resourceVersion":"1"},"spec":{"capacity":{"storage":"1Gi"},
                "accessModes":["ReadWriteOnce"],"hostPath":{"path":"/a"}}}""");
        set(volume, "status.lastPhaseTransitionTime", "2000-01-01T00:00:00Z");
        ApiObject bound = requests.part("persistentvolumes", volume, "status",
                object -> set(object, "status.phase", "Bound"));
        assertThat(bound.textAt("status", "lastPhaseTransitionTime")).isGreaterThan("2020");
        assertThat(requests.part("persistentvolumes", bound, "status", object -> { })).isEqualTo(bound);
    }

    @Test
    void aMebibyteOfDataFitsAndOneByteMoreDoesNot() {
        ApiObject map = Requests.json("{\"metadata\":{\"name\":\"c\"},\"data\":{}}");
        map.structAt("data").put("a", "x".repeat(DataStrategy.BYTES_MAX - 3));
        map.structAt("data").put("b", "\u20ac");
        requests.create("configmaps", map.deepCopy(), true);
        map.structAt("data").put("c", "y");
        assertThatThrownBy(() -> requests.create("configmaps", map, true))
                .hasMessageEndingWith("[]: Too long: may not be more than 1048576 bytes");
    }

    @Test
    void newerEventsMustSayWhoReportsWhat() {
        assertThatThrownBy(() -> requests.create("events", """
                {"metadata":{"name":"e"},"involvedObject":{"namespace":"ns"},
                "eventTime":"2020-01-01T00:00:00.000000Z"}"""))
                .hasMessageContaining("[reportingComponent: Required value")
                .hasMessageContaining("action: Required value")
                .hasMessageContaining("reason: Required value");
        assertThatThrownBy(() -> requests.create("events", """
                {"metadata":{"name":"e"},"involvedObject":{"namespace":"other"}}"""))
                .hasMessageEndingWith("involvedObject.namespace: Invalid value: \"other\":"
                        + " does not match event.namespace");
    }
}
