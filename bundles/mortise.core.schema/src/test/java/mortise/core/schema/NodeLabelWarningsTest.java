package mortise.core.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mortise.api.FieldPath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeLabelWarningsTest {

    private final List<String> warnings = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({"beta.kubernetes.io/arch, v1.14, kubernetes.io/arch", "beta.kubernetes.io/os, v1.14, kubernetes.io/os",
        "failure-domain.beta.kubernetes.io/region, v1.17, topology.kubernetes.io/region",
        "failure-domain.beta.kubernetes.io/zone, v1.17, topology.kubernetes.io/zone",
        "beta.kubernetes.io/instance-type, v1.17, node.kubernetes.io/instance-type"})
    void oldNames(String key, String since, String instead) {
        assertThat(NodeLabelWarnings.of(key))
                .contains("deprecated since " + since + "; use \"" + instead + "\" instead");
        assertThat(NodeLabelWarnings.of(instead)).isEmpty();
    }

    @Test
    void selectorsAreLookedThrough() {
        Map<String, Object> selector = Map.of("matchLabels", Map.of("beta.kubernetes.io/os", "x", "a", "b"),
                "matchExpressions", List.of(Map.of("key", "a"), Map.of("key", "beta.kubernetes.io/arch")));
        NodeLabelWarnings.selector(FieldView.of(FieldPath.of("s"), selector, new ArrayList<>()), warnings);
        assertThat(warnings).containsExactly(
                "s.matchExpressions[1].key: beta.kubernetes.io/arch is deprecated since v1.14; use"
                + " \"kubernetes.io/arch\" instead",
                "s.matchLabels.beta.kubernetes.io/os: deprecated since v1.14; use \"kubernetes.io/os\" instead");
    }
}
