package mortise.core.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import mortise.spi.controller.Controller;
import org.junit.jupiter.api.Test;

final class ControllerSelectionTest {

    private static final List<String> NAMES = List.of("namespace-controller", "namespace");

    private static boolean runs(String... settings) {
        return ControllerSelection.of(settings).runs(NAMES, false);
    }

    @Test
    void aStarMeansAllAndANameWinsOverIt() {
        assertThat(runs("*")).isTrue();
        assertThat(runs("*", "-namespace")).isFalse();
        assertThat(runs("-namespace-controller,*")).isFalse();
        assertThat(runs("*,-other")).isTrue();
    }

    @Test
    void withoutAStarOnlyWhatIsNamedRuns() {
        assertThat(runs("namespace")).isTrue();
        assertThat(runs("other")).isFalse();
        assertThat(runs("-other")).isFalse();
        assertThat(runs("")).isFalse();
    }

    @Test
    void theFirstOfTwoThatContradictWins() {
        assertThat(runs("namespace", "-namespace-controller")).isTrue();
        assertThat(runs("-namespace, namespace")).isFalse();
    }

    @Test
    void whatRunsOnRequestHasToBeNamed() {
        assertThat(ControllerSelection.of("*").runs(NAMES, true)).isFalse();
        assertThat(ControllerSelection.of("*,namespace").runs(NAMES, true)).isTrue();
        assertThat(ControllerFacts.of(Map.of(Controller.NAME, "x", Controller.ON_REQUEST, true)::get).onRequest())
                .isTrue();
    }

    @Test
    void whatNobodyHasIsUnknown() {
        assertThat(ControllerSelection.of("*", "-namespace", "-a", "b").unknown(Set.copyOf(NAMES)))
                .containsExactly("a", "b");
    }

    @Test
    void aControllerIsWhoItSaysItIs() {
        Map<String, Object> properties = Map.of(Controller.NAME, "namespace-controller",
                Controller.ALIAS, new String[] {"namespace"}, Controller.ACCOUNT, "namespace-controller");
        ControllerFacts facts = ControllerFacts.of(properties::get);
        assertThat(facts.names()).containsExactlyElementsOf(NAMES);
        assertThat(facts.user().name()).isEqualTo("system:serviceaccount:kube-system:namespace-controller");
        assertThat(facts.user().groups()).contains("system:masters", "system:serviceaccounts:kube-system");
        assertThat(ControllerFacts.of(Map.of(Controller.NAME, "x", Controller.ALIAS, "y")::get))
                .isEqualTo(new ControllerFacts(Set.of("x", "y"), ControllerFacts.SERVER, false));
    }
}
