package mortise.storage.encryption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import mortise.api.GroupResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EncryptionFileTest {

    private static final String CBC = Samples.provider(Algorithm.AESCBC, "key1", Samples.KEY_1);

    private static String writes(EncryptionRules rules, String group, String resource) throws Exception {
        byte[] stored = rules.chainOf(new GroupResource(group, resource)).write(new byte[] {'{', '}'}, "/x");
        String text = new String(stored, StandardCharsets.ISO_8859_1);
        return text.startsWith("k8s:enc:") ? text.substring(0, text.indexOf(':', "k8s:enc:aescbc:v1:".length())) : text;
    }

    @Test
    void resourcesGetTheirProviders() throws Exception {
        EncryptionRules rules = Samples.rules(Samples.file("secrets, deployments.apps", CBC, "identity: {}")
                + Samples.rule("'*.apps'", Samples.provider(Algorithm.SECRETBOX, "apps", Samples.KEY_1))
                + Samples.rule("'*.'", "{aesgcm: {keys: [{name: core, secret: AAAAAAAAAAAAAAAAAAAAAA==}]}}")
                + Samples.rule("'*.*'", "identity: {}", CBC));
        assertThat(writes(rules, "", "secrets")).isEqualTo("k8s:enc:aescbc:v1:key1");
        assertThat(writes(rules, "apps", "deployments")).isEqualTo("k8s:enc:aescbc:v1:key1");
        assertThat(writes(rules, "apps", "statefulsets")).startsWith("k8s:enc:secretbox:v1");
        assertThat(writes(rules, "", "configmaps")).isEqualTo("k8s:enc:aesgcm:v1:core");
        assertThat(writes(rules, "batch", "jobs")).isEqualTo("{}");
    }

    @Test
    void anEarlierWildcardHidesLaterEntries() throws Exception {
        EncryptionRules rules = Samples.rules(Samples.file("'*.apps'", "identity: {}")
                + Samples.rule("deployments.apps", CBC) + Samples.rule("secrets", CBC));
        assertThat(writes(rules, "apps", "deployments")).isEqualTo("{}");
        assertThat(writes(rules, "", "secrets")).isEqualTo("k8s:enc:aescbc:v1:key1");
    }

    @Test
    void whatIsNotNamedStaysPlain() throws Exception {
        EncryptionRules rules = Samples.rules(Samples.file("secrets", CBC));
        assertThat(rules.chainOf(new GroupResource("", "configmaps"))).isSameAs(ProviderChain.PLAIN);
        assertThat(writes(rules, "", "configmaps")).isEqualTo("{}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            '*'                 | use '*.' to encrypt all the resources from core API group or *.* to encrypt all
            Secrets             | resource name should not contain capital letters
            deployments.extensions | 'extensions' group has been removed and cannot be used for encryption
            events.events.k8s.io | '*.events.k8s.io' objects are stored using the 'events' API group in etcd
            'secrets.*'         | encrypting the same resource across groups is not supported
            serviceipallocations | resources which do not have REST API/s cannot be encrypted
            secrets, secrets    | the same resource cannot be specified multiple times
            secrets, '*.'       | using overlapping resources
            '*.*', jobs.batch   | using overlapping resources
            '*.apps', deployments.apps | using overlapping resources
            ''                  | resource name should not be empty
            7                   | expected a text
            """)
    void badNamesAreTold(String names, String message) {
        assertThatThrownBy(() -> Samples.rules(Samples.file(names, CBC)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining(message)
                .hasMessageStartingWith("resources[0].resources[");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {} | resources[0].providers[0]: Required value: provider does not contain any of the expected providers
            {identity: {}, aescbc: {keys: []}} | more than one provider specified in a single element
            {aescbc: {}} | resources[0].providers[0].aescbc: keys: Required value: at least one keys is required
            {aescbc: {keys: [{secret: AAAA}]}} | keys[0]: name: Required value: name is a mandatory field for a key
            {aescbc: {keys: [{name: a}]}} | secret: Required value: secret is a mandatory field for a key
            {aesgcm: {keys: [{name: a, secret: AAAA}]}} | not of the expected length, got 3, expected one of [16 24 32]
            {secretbox: {keys: [{name: a, secret: AAAAAAAAAAAAAAAAAAAAAA==}]}} | got 16, expected one of [32]
            {aescbc: {keys: [{name: a, secret: 'hunter2!'}]}} | secrets must be base64 encoded
            {aescbc: {keys: [{name: 'a:b', secret: AAAA}]}} | must not contain ':'
            {aescbc: {keys: [{name: a, secrte: AAAA}]}} | [0].aescbc.keys[0]: unknown field "secrte"
            {aescbc: {keys: [{name: a, secret: 12345678}]}} | secret: expected a text
            {rot13: {}} | unknown field
            {kms: {name: a, endpoint: 'unix:///a'}} | kms: apiVersion: Invalid value: "v1": KMSv1 is deprecated
            {kms: {apiVersion: v3, name: a, endpoint: 'unix:///a'}} | apiVersion: Invalid value: unsupported apiVersion
            {kms: {apiVersion: v2, endpoint: 'unix:///a'}} | name: Required value: name is a mandatory field
            {kms: {apiVersion: v2, name: 'a:b', endpoint: 'unix:///a'}} | KMS provider name a:b, must not contain :
            {kms: {apiVersion: v2, name: a}} | endpoint: Required value: endpoint is a mandatory field for a kms
            {kms: {apiVersion: v2, name: a, endpoint: 'http://a/b'}} | unsupported scheme for KMS provider, only unix
            {kms: {apiVersion: v2, name: a, endpoint: 'unix:///@a'}} | abstract sockets are not supported
            {kms: {apiVersion: v2, name: a, endpoint: 'unix:///a', timeout: 0s}} | should be a positive value
            {kms: {apiVersion: v2, name: a, endpoint: 'unix:///a', timeout: soon}} | not a duration
            {kms: {apiVersion: v2, name: a, endpoint: 'unix:///a', cachesize: 5}} | cachesize is not supported in v2
            {kms: {apiVersion: v2, name: a, endpoint: 'unix:///a', wrong: 5}} | unknown field
            {identity: {keys: []}} | unknown field "keys"
            """)
    void badProvidersAreTold(String provider, String message) {
        assertThatThrownBy(() -> Samples.rules(Samples.file("secrets", provider)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining(message)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("hunter2", "12345678", "\n"));
    }

    @Test
    void aFileThatIsSomethingElseIsToldInOneLineWithoutItsContent() {
        for (String text : new String[] {"", "hunter2", "[1]", "kind: Secret\napiVersion: v1\n", "a: {", "&a [*a]",
            "apiVersion: apiserver.config.k8s.io/v1\nkind: EncryptionConfiguration\n",
            "apiVersion: apiserver.config.k8s.io/v1\nkind: EncryptionConfiguration\nresources: hunter2\n",
            "hunter2: 1\nhunter2: 2\n", "secret: 'hunter2\n", "---\na: 1\n---\nb: 2\n",
            Samples.file("secrets", CBC) + "hunter2: {}\n"}) {
            assertThatThrownBy(() -> Samples.rules(text)).as(text).isInstanceOf(IllegalArgumentException.class)
                    .satisfies(e -> assertThat(e.getMessage()).isNotBlank().doesNotContain("hunter2", "\n"));
        }
        assertThatThrownBy(() -> EncryptionFile.parse(new byte[] {(byte) 0xff}, Samples.reader()))
                .hasMessage("not UTF-8 text");
        assertThatThrownBy(() -> EncryptionFile.bytes(Path.of("no-such-file"))).hasMessageContaining("no-such-file");
    }

    @Test
    void jsonIsRead() throws Exception {
        EncryptionRules rules = Samples.rules("{\"apiVersion\":\"apiserver.config.k8s.io/v1\",\"kind\":"
                + "\"EncryptionConfiguration\",\"resources\":[{\"resources\":[\"secrets\"],\"providers\":"
                + "[{\"aescbc\":{\"keys\":[{\"name\":\"key1\",\"secret\":\"" + Samples.base64(Samples.KEY_1)
                + "\"}]}}]}]}");
        assertThat(writes(rules, "", "secrets")).isEqualTo("k8s:enc:aescbc:v1:key1");
    }
}
