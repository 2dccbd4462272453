package mortise.group.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

final class WarningsTest {

    private static final Map<String, ResourceStrategy> STRATEGIES = Map.of(
            "Pod", new PodStrategy(), "PodTemplate", new PodTemplateStrategy(),
            "ReplicationController", new ReplicationControllerStrategy(),
            "Secret", new SecretStrategy("kubernetes.io"), "PersistentVolumeClaim", new ClaimStrategy("kubernetes.io"),
            "PersistentVolume", new PersistentVolumeStrategy(InstantSource.system()),
            "Endpoints", new EndpointsStrategy(), "Node", new NodeStrategy(),
            "ServiceAccount", new ServiceAccountStrategy());

    /** Single quotes stand for double ones; several warnings stand behind one another, after {@code ;;}. */
    @ParameterizedTest
    @CsvFileSource(resources = "warnings.csv", delimiter = '|', quoteCharacter = '~')
    void whatWritersAreTold(String kind, String json, String warnings) {
        ApiObject object = Requests.json(json.replace('\'', '"'));
        // Services have supplies that nothing is taken from here.
        var all = kind.equals("Service") ? ServiceWarnings.of(FieldView.root(object, new ArrayList<>()))
                : STRATEGIES.get(kind).warnings(object, Optional.empty());
        assertThat(String.join(" ;; ", all).replace('"', '\'')).isEqualTo(warnings == null ? "" : warnings);
    }

    @Test
    void changedPodsAndKeptAnnotationsAreNotTalkedAbout() {
        ApiObject pod = Requests.json("{\"metadata\":{\"name\":\"a.b\",\"annotations\":"
                + "{\"kubernetes.io/enforce-mountable-secrets\":\"true\"}}}");
        for (String kind : new String[] {"Pod", "ServiceAccount"}) {
            assertThat(STRATEGIES.get(kind).warnings(pod, Optional.empty())).as(kind).hasSize(1);
            assertThat(STRATEGIES.get(kind).warnings(pod, Optional.of(pod))).as(kind).isEmpty();
        }
    }
}
