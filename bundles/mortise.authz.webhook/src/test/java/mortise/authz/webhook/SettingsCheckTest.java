package mortise.authz.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import mortise.authz.webhook.AuthorizationSettings.Hook;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsCheckTest {

    @TempDir
    private Path directory;
    private Path kubeconfig;

    @BeforeEach
    void file() {
        kubeconfig = Hooks.write(directory.resolve("kubeconfig"), "");
    }

    private static AuthorizationSettings read(String text) {
        AuthorizationSettings settings =
                SettingsReader.read(text.getBytes(StandardCharsets.UTF_8), 1 << 20, "k8s.io");
        SettingsCheck.check(settings);
        return settings;
    }

    private String hook(String... changes) {
        String hook = Hooks.HEAD + Hooks.hook("a", kubeconfig);
        for (int i = 0; i < changes.length; i += 2) {
            assertThat(hook).contains(changes[i]);
            hook = hook.replace(changes[i], changes[i + 1]);
        }
        return hook;
    }

    private static void refused(String text, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> read(text)).withMessage(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1", "v1beta1", "v1alpha1"})
    void everyVersionIsRead(String version) {
        AuthorizationSettings settings = read(hook("config.k8s.io/v1", "config.k8s.io/" + version)
                + "- {type: Node, name: node}\n- {type: RBAC, name: rbac}\n" + Hooks.hook("b", kubeconfig,
                        "failurePolicy: Deny", "authorizedTTL: 1m30s", "unauthorizedTTL: 0s",
                        "cacheAuthorizedRequests: false", "matchConditions: [{expression: 'request.user == \"b\"'}]"));
        assertThat(settings.authorizers()).extracting(entry -> entry.type() + " " + entry.name())
                .containsExactly("Webhook a", "Node node", "RBAC rbac", "Webhook b");
        Hook first = settings.authorizers().get(0).hook().orElseThrow();
        assertThat(first.timeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(first.authorizedTtl()).isEqualTo(Duration.ofMinutes(5));
        assertThat(first.unauthorizedTtl()).isEqualTo(Duration.ofSeconds(30));
        assertThat(first.cacheAuthorized() && first.cacheUnauthorized()).isTrue();
        Hook last = settings.authorizers().get(3).hook().orElseThrow();
        assertThat(last.authorizedTtl()).isEqualTo(Duration.ofSeconds(90));
        assertThat(last.unauthorizedTtl()).isEqualTo(Duration.ofSeconds(30));
        assertThat(last.cacheAuthorized()).isFalse();
        assertThat(last.conditions()).containsExactly("request.user == \"b\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "[] | authorizers: Required value: at least one authorization mode must be defined",
        "[{name: a}] | authorizers[0].type: Required value",
        "[{type: X, name: x}] | authorizers[0].type: Unsupported value: \"X\": supported values: \"ABAC\", "
                + "\"AlwaysAllow\", \"AlwaysDeny\", \"Node\", \"RBAC\", \"Webhook\"",
        "[{type: RBAC, name: rbac}, {type: RBAC, name: b}] | authorizers[1].type: Duplicate value: \"RBAC\"",
        "[{type: RBAC}] | authorizers[0].name: Required value",
        "[{type: RBAC, name: mine}] | expected name rbac for authorizer RBAC instead of mine",
        "[{type: RBAC, name: rbac}, {type: Node, name: rbac}] | [authorizers[1].name: Duplicate value: \"rbac\","
                + " expected name node for authorizer Node instead of rbac]",
        "[{type: RBAC, name: rbac, webhook: {}}] | authorizers[0].webhook: Invalid value: \"non-null\": may only be"
                + " specified when type=Webhook",
        "[{type: Webhook, name: a}] | authorizers[0].webhook: Required value: required when type=Webhook",
        "[{type: Webhook, name: a, webhook: {}}] | [authorizers[0].timeout: Required value,"
                + " authorizers[0].subjectAccessReviewVersion: Required value,"
                + " authorizers[0].matchConditionSubjectAccessReviewVersion: Required value,"
                + " authorizers[0].failurePolicy: Required value, authorizers[0].connectionInfo.type: Required value]",
        "[{type: RBAC, name: rbac, nam: x}] | strict decoding error: unknown field \"authorizers[0].nam\"",
        "[{type: RBAC, name: 1}] | strict decoding error: authorizers[0].name must be a string"})
    void whatIsWrongIsToldInTheWordsThatUsersKnow(String authorizers, String message) {
        refused(Hooks.HEAD.strip() + " " + authorizers, message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "timeout: 30s | timeout: 31s | timeout: Invalid value: \"31s\": must be > 0s and <= 30s",
        "timeout: 30s | timeout: 0s | timeout: Required value",
        "timeout: 30s | timeout: -1s | timeout: Invalid value: \"-1s\": must be > 0s and <= 30s",
        "timeout: 30s | timeout: 90s | timeout: Invalid value: \"1m30s\": must be > 0s and <= 30s",
        "failurePolicy: NoOpinion | failurePolicy: Allow | failurePolicy: Unsupported value: \"Allow\": supported"
                + " values: \"NoOpinion\", \"Deny\"",
        "type: KubeConfigFile | type: Magic | connectionInfo.type: Unsupported value: \"Magic\": supported values:"
                + " \"InClusterConfig\", \"KubeConfigFile\"",
        "failurePolicy: NoOpinion | ~failurePolicy: NoOpinion\n    authorizedTTL: -1s~ | authorizedTTL: Invalid value:"
                + " \"-1s\": must be > 0s",
        "failurePolicy: NoOpinion | ~failurePolicy: NoOpinion\n    unauthorizedTTL: -1m~ | unauthorizedTTL: Invalid"
                + " value: \"-1m0s\": must be > 0s",
        "failurePolicy: NoOpinion | ~failurePolicy: NoOpinion\n    matchConditions: [{expression: ' '}]~ |"
                + " matchConditions[0].expression: Required value",
        "failurePolicy: NoOpinion | ~failurePolicy: NoOpinion\n    matchConditions: [{expression: 'true'},"
                + " {expression: 'true'}]~ | matchConditions[1].expression: Duplicate value: \"true\""})
    void settingsOfServersAreChecked(String text, String instead, String message) {
        refused(hook(text, instead), "authorizers[0]." + message);
    }

    @Test
    void filesOfServersAreChecked() {
        String path = "authorizers[0].connectionInfo.kubeConfigFile: ";
        refused(hook(kubeconfig.toString(), ""), path + "Required value");
        refused(hook(kubeconfig.toString(), "here"), path + "Invalid value: \"here\": must be an absolute path");
        refused(hook(kubeconfig.toString(), directory.toString()),
                path + "Invalid value: \"" + directory + "\": must be a regular file");
        Path absent = directory.resolve("absent");
        refused(hook(kubeconfig.toString(), absent.toString()), path + "Invalid value: \"" + absent
                + "\": error loading file: stat " + absent + ": no such file or directory");
        refused(hook("KubeConfigFile,", "InClusterConfig,"), path + "Invalid value: \"" + kubeconfig
                + "\": can only be set when type=KubeConfigFile");
    }

    @Test
    void conditionsAreCompiled() {
        String more = "failurePolicy: Deny\n    matchConditions:\n    - expression: ";
        assertThatIllegalArgumentException().isThrownBy(
                () -> read(hook("failurePolicy: NoOpinion", more + "'request.nothing'")))
                .withMessageStartingWith("authorizers[0].matchConditions[0].expression: Invalid value:"
                        + " \"request.nothing\": compilation failed: ");
        assertThatIllegalArgumentException().isThrownBy(
                () -> read(hook("failurePolicy: NoOpinion", more + "request.user")))
                .withMessageContaining("must evaluate to bool");
        assertThat(read(hook("failurePolicy: NoOpinion", more + "\"has(request.resourceAttributes) && request"
                + ".resourceAttributes.fieldSelector.requirements.exists(r, r.key == 'a' && 'b' in r.values) && "
                + "'g' in request.groups && request.extra['k'] == ['v']\"")).authorizers()).hasSize(1);
        String many = "failurePolicy: Deny\n    matchConditions:"
                + " [" + "{expression: 'true'}, ".repeat(65) + "]";
        refused(hook("failurePolicy: NoOpinion", many),
                "authorizers[0].matchConditions: Too many: 65: must have at most 64 items");
    }

    @Test
    void modesStayAndServersComeAndGo() {
        AuthorizationSettings before = read(hook() + "- {type: Node, name: node}\n- {type: RBAC, name: rbac}\n");
        SettingsCheck.checkModes(before, read(Hooks.HEAD + "- {type: RBAC, name: rbac}\n- {type: Node, name: node}\n"));
        assertThatIllegalArgumentException().isThrownBy(() -> SettingsCheck.checkModes(before,
                read(Hooks.HEAD + "- {type: AlwaysAllow, name: alwaysallow}\n- {type: Node, name: node}")))
                .withMessage("[missing required types: [RBAC], unexpected types: [AlwaysAllow]]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "kind: AuthorizationConfiguration | Object 'apiVersion' is missing",
        "apiVersion: apiserver.config.k8s.io/v1 | Object 'Kind' is missing",
        "'{kind: AuthorizationConfiguration, apiVersion: apiserver.config.k8s.io/v2}' | no kind"
                + " \"AuthorizationConfiguration\" is registered for version \"apiserver.config.k8s.io/v2\"",
        "[] | Object 'Kind' is missing"})
    void otherDocumentsAreRefused(String text, String message) {
        refused(text, message);
    }

    @Test
    void supportedVersionsAreTold() {
        refused(hook("    subjectAccessReviewVersion: v1", "    subjectAccessReviewVersion: v2"),
                "authorizers[0].subjectAccessReviewVersion: Unsupported value: \"v2\": supported values: \"v1\","
                        + " \"v1beta1\"");
        refused(hook("matchConditionSubjectAccessReviewVersion: v1", "matchConditionSubjectAccessReviewVersion: v2"),
                "authorizers[0].matchConditionSubjectAccessReviewVersion: Unsupported value: \"v2\": supported values:"
                        + " \"v1\"");
    }
}
