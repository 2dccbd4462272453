package mortise.authn.serviceaccount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {

    @TempDir
    private Path folder;

    private static Settings settings(Object... namesAndValues) {
        Map<String, Object> values = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return Settings.of((ServiceAccountConfig) Proxy.newProxyInstance(SettingsTest.class.getClassLoader(),
                new Class<?>[] {ServiceAccountConfig.class}, (proxy, method, arguments) ->
                        values.getOrDefault(method.getName(), method.getDefaultValue())));
    }

    @Test
    void theIssuersAreTheAudiencesUnlessOthersAreNamed() {
        assertThat(settings().audiences()).containsExactly("https://kubernetes.default.svc");
        assertThat(settings("service_account_issuer", new String[] {"https://a,https://b"}).audiences())
                .containsExactly("https://a", "https://b");
        assertThat(settings("api_audiences", new String[] {"x", "y"}).audiences()).containsExactly("x", "y");
    }

    @Test
    void theServingKeyVerifiesWhereNoOtherIsNamed() {
        String serving = Cluster.keyFile(folder).toString();
        String signing = Cluster.keyFile(folder).toString();
        Settings fallback = settings("tls_private_key_file", serving, "service_account_signing_key_file", signing);
        assertThat(fallback.verifier().keys()).hasSize(2);
        assertThat(fallback.published()).containsExactly(fallback.signer().orElseThrow().publicKey());
        Settings named = settings("tls_private_key_file", serving, "service_account_signing_key_file", signing,
                "service_account_key_file", new String[] {Cluster.keyFile(folder).toString(),
                    Cluster.keyFile(folder).toString(), signing});
        assertThat(named.verifier().keys()).hasSize(3);
        assertThat(named.published()).isEqualTo(named.verifier().keys());
        assertThat(settings().signer()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0,0", "0s,0", "1h,3600", "1h30m,5400", "24h0m0s,86400", "1.5h,5400"})
    void durationsAreRead(String text, long seconds) {
        assertThat(settings("service_account_max_token_expiration", text).secondsMax()).isEqualTo(seconds);
    }

    @ParameterizedTest
    @CsvSource({"service_account_max_token_expiration,59m,must be 1h", "service_account_max_token_expiration,1x,not a",
        "service_account_max_token_expiration,-1h,not a", "service_account_max_token_expiration,2000000h,must be 1h",
        "service_account_jwks_uri,http://x,not an https", "service_account_signing_key_file,/absent.key,no file"})
    void mistakesAreNamed(String setting, String value, String why) {
        assertThatThrownBy(() -> settings(setting, value)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(setting.replace('_', '.') + ": ").hasMessageContaining(why);
    }

    @Test
    void anIssuerWithAColonIsAUri() {
        assertThatThrownBy(() -> settings("service_account_issuer", new String[] {"my issuer: me"}))
                .hasMessageStartingWith("service.account.issuer: ");
        assertThatThrownBy(() -> settings("service_account_issuer", new String[0]))
                .hasMessageStartingWith("service.account.issuer: ");
    }
}
