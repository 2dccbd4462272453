package mortise.core.kubeconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import mortise.core.kubeconfig.PluginCommand.InteractiveMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeconfigTest {

    private static final String WHOLE = """
            {"apiVersion": "v1", "kind": "Config", "current-context": "c", "unknown": 1,
             "contexts": [{"name": "c", "context": {"cluster": "k", "user": "u"}},
                          {"name": "nobody", "context": {"cluster": "k"}}],
             "clusters": [{"name": "k", "cluster": {"server": "https://k.test", "tls-server-name": "n"}}],
             "users": [{"name": "u", "user": {"exec": {"apiVersion": "client.authentication.example.com/v1beta1",
                        "command": "../x/plug"}, "token": "s3cret"}}]}""";

    @TempDir
    private Path folder;

    private Kubeconfig read(String text) throws IOException {
        return Kubeconfig.read(Files.writeString(folder.resolve("config"), text), "example.com");
    }

    @Test
    void whatAFileSaysIsRead() throws IOException {
        Kubeconfig read = read(WHOLE);
        assertThat(read.cluster().server()).hasToString("https://k.test");
        assertThat(read.cluster().tlsServerName()).isEqualTo("n");
        PluginCommand plugin = read.user().plugin().orElseThrow();
        assertThat(plugin.command()).isEqualTo(folder.resolveSibling("x/plug").toString());
        assertThat(plugin.interactiveMode()).isEqualTo(InteractiveMode.IF_AVAILABLE);
        assertThat(read.toString()).doesNotContain("s3cret");
        assertThat(new Kubeconfig("nobody", read.contexts(), read.clusters(), read.users()).user())
                .isEqualTo(User.NOBODY);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', value = {
        "current-context: x ! context \"x\" does not exist",
        "kind: Config ! current-context is not set",
        "kind: Pod ! kind is not Config",
        "apiVersion: v2 ! apiVersion is not v1",
        "users: [{name: u, user: {}}, {name: u, user: {}}] ! users: duplicate name \"u\" in list",
        "users: 1 ! users is not a list",
        "users: [{name: u, user: {token: 1}}] ! users[0].user.token is not a text",
        "users: [{name: u, user: {client-key: k}}] ! client-certificate and client-key go together",
        "users: [{name: u, user: {client-key-data: '%', client-certificate: k}}] ! client-key-data is not base64",
        "users: [{name: u, user: {token: s3cret, username: u}}] ! found [token basicAuth], only one is allowed",
        "users: [{name: u, user: {auth-provider: {}}}] ! auth-provider is not supported",
        "users: [{name: u, user: {as-groups: [g]}}] ! without impersonating a user",
        "users: [{name: u, user: {exec: {apiVersion: v}}}] ! command must be specified for u",
        "users: [{name: u, user: {exec: {command: c}}}] ! apiVersion must be specified for u",
        "users: [{name: u, user: {exec: {command: c, apiVersion: v}}}] ! exec plugin: invalid apiVersion \"v\"",
        "users: [{name: u, user: {exec: {command: c, apiVersion: client.authentication.example.com/v1}}}]"
            + "! interactiveMode must be specified for u to use exec authentication plugin",
        "users: [{name: u, user: {exec: {command: c, apiVersion: client.authentication.example.com/v1,"
            + " interactiveMode: X}}}] ! invalid interactiveMode for u",
        "users: [{name: u, user: {exec: {command: c, apiVersion: client.authentication.example.com/v1,"
            + " interactiveMode: Never, env: [{value: v}]}}}] ! env variable name must be specified for u",
        "clusters: [{name: k, cluster: {}}] ! no server found for cluster \"k\"",
        "clusters: [{name: k, cluster: {server: 'ftp://x'}}] ! server is neither http nor https",
        "clusters: [{name: k, cluster: {server: 'https://s3cret@'}}] ! server is not a URL with a host",
        "clusters: [{name: k, cluster: {server: x, proxy-url: 'socks5://x'}}] ! proxy-url has to be",
        "clusters: [{name: k, cluster: {server: x, insecure-skip-tls-verify: maybe}}] ! is neither true nor false",
        "clusters: [{name: k, cluster: {server: x, insecure-skip-tls-verify: true, certificate-authority: c}}]"
            + "! specifying a root certificates file with the insecure flag is not allowed"})
    void whatIsWrongIsSaidWithTheNameOfTheFileAndWithoutSecrets(String text, String message) {
        assertThatThrownBy(() -> read(text).cluster()).isInstanceOf(KubeconfigException.class)
                .hasMessageContaining(message).hasMessageNotContaining("s3cret");
    }

    @Test
    void whatIsMissingInTheFileIsSaid() throws IOException {
        assertThatThrownBy(() -> Kubeconfig.read(folder.resolve("none"), "k8s.io"))
                .hasMessageContaining("none: no such file or directory");
        assertThatThrownBy(() -> read(WHOLE.replace("\"cluster\": \"k\"", "\"cluster\": \"z\"")).cluster())
                .hasMessage("cluster \"z\" was not found for context \"c\"");
        assertThatThrownBy(() -> read(WHOLE.replace("\"user\": \"u\"", "\"user\": \"z\"")).user())
                .hasMessage("user \"z\" was not found for context \"c\"");
    }

    @Test
    void aDamagedFileIsRefusedOrReadAndNothingElse() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 2000; round++) {
            byte[] text = WHOLE.getBytes(StandardCharsets.UTF_8);
            for (int i = random.nextInt(4); i >= 0; i--) {
                text[random.nextInt(text.length)] = (byte) random.nextInt(256);
            }
            try {
                KubeconfigReader.read(text, folder, "example.com");
            } catch (KubeconfigException refused) {
                assertThat(refused.getMessage()).as("seed " + seed).doesNotContain("s3cret");
            } catch (RuntimeException broken) {
                throw new AssertionError("seed " + seed + ", round " + round, broken);
            }
        }
    }
}
