package mortise.core.registry;

import static mortise.core.registry.TestServer.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import mortise.spi.admission.AdmissionDecision;
import mortise.spi.admission.AdmissionProperties;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.admission.MutatingAdmission;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which plug-ins are asked, in which order, how often, and in which requests. */
class AdmissionChainTest {

    private static final MutatingAdmission NOTHING = request -> AdmissionDecision.ADMITTED;
    private static final WriteOptions DRY_RUN = new WriteOptions(true, FieldValidation.WARN, "");

    private final TestServer server = new TestServer();
    private final List<String> calls = new ArrayList<>();

    @AfterEach
    void close() {
        server.close();
    }

    private static List<String> recorded(String state) throws IOException {
        try (InputStream file = AdmissionChainTest.class.getResourceAsStream("admission-plugins-1.36.tsv")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8).lines()
                    .filter(line -> !line.startsWith("#") && line.endsWith(state))
                    .map(line -> line.substring(0, line.indexOf('\t'))).toList();
        }
    }

    private static Plugins<MutatingAdmission> plugins(AdmissionSelection selection, List<String> names) {
        Plugins<MutatingAdmission> plugins = new Plugins<>(selection);
        names.forEach(name -> plugins.add(FakeReference.named(name, 0), NOTHING));
        return plugins;
    }

    private static List<String> names(Plugins<MutatingAdmission> plugins) {
        return plugins.get().stream().map(plugin -> plugin.name().orElse("")).toList();
    }

    @Test
    void theOrderAndWhatIsOnAreThoseOfKubeApiserver() throws IOException {
        List<String> shuffled = new ArrayList<>(recorded(""));
        Collections.shuffle(shuffled, new Random(7));
        assertThat(shuffled).hasSize(38);
        assertThat(names(plugins(new AdmissionSelection(Set.copyOf(shuffled), Set.of()), shuffled)))
                .isEqualTo(recorded(""));
        assertThat(names(plugins(AdmissionSelection.DEFAULT, shuffled))).isEqualTo(recorded("\ton"));
    }

    @Test
    void othersAreOnAndComeBeforePoliciesByTheirRanking() {
        Plugins<MutatingAdmission> plugins = plugins(AdmissionSelection.DEFAULT,
                List.of("MutatingAdmissionPolicy", "DefaultIngressClass"));
        plugins.add(FakeReference.named("Low", -5), NOTHING);
        plugins.add(FakeReference.named("High", 5), NOTHING);
        plugins.add(new FakeReference<>(0, Map.of()), NOTHING);
        assertThat(names(plugins))
                .containsExactly("DefaultIngressClass", "High", "", "Low", "MutatingAdmissionPolicy");
    }

    @Test
    void theSelectionTakesEffectAtOnceAndComesBack() {
        List<String> installed = List.of("NamespaceLifecycle", "NodeRestriction", "Own");
        Plugins<MutatingAdmission> plugins = plugins(AdmissionSelection.DEFAULT, installed);
        assertThat(names(plugins)).containsExactly("NamespaceLifecycle", "Own");
        plugins.select(AdmissionSelection.of(List.of("NodeRestriction"), List.of("Own, NamespaceLifecycle")));
        assertThat(names(plugins)).containsExactly("NodeRestriction");
        plugins.select(AdmissionSelection.DEFAULT);
        assertThat(names(plugins)).containsExactly("NamespaceLifecycle", "Own");
    }

    @Test
    void namesThatMeanNothingAreMistakes() {
        assertThatThrownBy(() -> AdmissionSelection.of(List.of("A,B"), List.of("B"))).hasMessage("disable.admission."
                + "plugins: [B] in enable-admission-plugins and disable-admission-plugins overlapped");
        AdmissionSelection selection = AdmissionSelection.of(
                List.of("NodeRestriction", "Own", "Typo"), List.of("AlwaysDeny", "Other", "Tipo"));
        assertThat(selection.mistakes(List.of("Own", "Other")::contains)).containsExactly(
                "enable.admission.plugins: enable-admission-plugins plugin \"NodeRestriction\" is not installed",
                "enable.admission.plugins: enable-admission-plugins plugin \"Typo\" is unknown",
                "disable.admission.plugins: disable-admission-plugins plugin \"Tipo\" is unknown");
        assertThat(AdmissionSelection.DEFAULT.mistakes(name -> false)).isEmpty();
    }

    @Test
    void propertiesSayWhatAPluginIsCalledFor() {
        Plugins<MutatingAdmission> plugins = new Plugins<>(AdmissionSelection.DEFAULT);
        plugins.add(new FakeReference<>(0, Map.of(AdmissionProperties.OPERATIONS, new String[] {"CREATE", "DELETE"},
                AdmissionProperties.SIDE_EFFECTS, "Some", AdmissionProperties.REINVOCATION, "IfNeeded")), NOTHING);
        AdmissionChain.Plugin<MutatingAdmission> plugin = plugins.get().get(0);
        assertThat(plugin.operations()).isEqualTo(EnumSet.of(Operation.CREATE, Operation.DELETE));
        assertThat(plugin.sideEffects()).isTrue();
        assertThat(plugin.reinvoked()).isTrue();
        Plugins<MutatingAdmission> odd = new Plugins<>(AdmissionSelection.DEFAULT);
        odd.add(new FakeReference<>(0, Map.of(AdmissionProperties.OPERATIONS, "WRITE")), NOTHING);
        assertThat(odd.get().get(0).operations()).as("rather too often than never")
                .isEqualTo(EnumSet.allOf(Operation.class));
    }

    private AdmissionChain.Plugin<MutatingAdmission> plugin(
            String name, Set<Operation> operations, boolean sideEffects, boolean reinvoked, String label) {
        MutatingAdmission service = request -> {
            calls.add(name + (request.reinvocation() ? " again" : ""));
            if (!label.isEmpty()) {
                request.object().ifPresent(object -> object.metadata().setLabel(label, value(request, label)));
            }
            return AdmissionDecision.ADMITTED;
        };
        return new AdmissionChain.Plugin<>(
                service, "bundle", Optional.of(name), operations, sideEffects, reinvoked);
    }

    /** How many labels there are besides: a value that only settles when the others have. */
    private static String value(AdmissionRequest request, String label) {
        return Long.toString(request.object().orElseThrow().metadata().labels().keySet().stream()
                .filter(other -> !other.equals(label)).count());
    }

    private void reinvocable(String name, String label) {
        server.mutating.add(plugin(name, EnumSet.allOf(Operation.class), false, true, label));
    }

    private void once(String name, String label) {
        server.mutating.add(plugin(name, EnumSet.allOf(Operation.class), false, false, label));
    }

    private Map<String, String> labelsOfNew() {
        return server.create("configmaps", "default", "{'metadata':{'name':'a'}}").entry().labels();
    }

    @Test
    void aPluginIsAskedAgainOnceWhenALaterOneHasChangedTheObject() {
        reinvocable("first", "f");
        once("second", "s");
        assertThat(labelsOfNew()).containsEntry("f", "1").containsEntry("s", "1");
        assertThat(calls).containsExactly("first", "second", "first again");
    }

    @Test
    void aPluginIsNotAskedAgainWhenNothingHasChanged() {
        once("before", "b");
        reinvocable("first", "f");
        once("second", "");
        labelsOfNew();
        assertThat(calls).containsExactly("before", "first", "second");
    }

    @Test
    void theSecondRoundIsInOrderAndSeesItsOwnChanges() {
        reinvocable("first", "f");
        reinvocable("idle", "");
        reinvocable("last", "l");
        assertThat(labelsOfNew()).containsEntry("f", "1").containsEntry("l", "1");
        assertThat(calls).as("the last one's own change is none to it, but that of the first in round two is")
                .containsExactly("first", "idle", "last", "first again", "idle again", "last again");
    }

    @Test
    void thereIsNoThirdRound() {
        reinvocable("first", "f");
        MutatingAdmission restless = request -> {
            calls.add("restless");
            request.object().ifPresent(object ->
                    object.metadata().setLabel("n", Integer.toString(calls.size())));
            return AdmissionDecision.ADMITTED;
        };
        server.mutating.add(new AdmissionChain.Plugin<>(restless, "b", Optional.of("restless"),
                EnumSet.allOf(Operation.class), false, true));
        labelsOfNew();
        assertThat(calls).containsExactly("first", "restless", "first again", "restless");
    }

    @Test
    void aDryRunThatWouldCallAPluginWithSideEffectsIsRefused() {
        server.mutating.add(plugin("Mailer", EnumSet.of(Operation.CREATE), true, false, ""));
        var refusal = refused(() ->
                server.create("configmaps", "default", "{'metadata':{'name':'a'}}", DRY_RUN)).status();
        assertThat(refusal.code()).isEqualTo(400);
        assertThat(refusal.message()).isEqualTo("admission plug-in \"Mailer\" does not support dry run");
        assertThat(calls).isEmpty();
        server.create("configmaps", "default", "{'metadata':{'name':'a'}}");
        assertThat(calls).containsExactly("Mailer");
        var dryDeletion = new DeleteOptions(OptionalLong.empty(), Optional.empty(), Optional.empty(),
                Optional.empty(), Optional.empty(), true);
        assertThat(server.delete("configmaps", "default", "a", dryDeletion).gone())
                .as("it is not called for deletions").isTrue();
    }

    @Test
    void pluginsAreOnlyCalledForTheirOperations() {
        server.mutating.add(plugin("creating", EnumSet.of(Operation.CREATE), false, false, ""));
        server.mutating.add(plugin("updating", EnumSet.of(Operation.UPDATE), false, false, ""));
        server.mutating.add(plugin("deleting", EnumSet.of(Operation.DELETE), false, false, ""));
        server.create("configmaps", "default", "{'metadata':{'name':'a'}}");
        server.merge("configmaps", "default", "a", "{'data':{'x':'1'}}");
        server.delete("configmaps", "default", "a");
        assertThat(calls).containsExactly("creating", "updating", "deleting");
    }
}
