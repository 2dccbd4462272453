package mortise.core.kubeconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EnvironmentProxiesTest {

    private static String proxy(Map<String, String> environment, String target) {
        List<Proxy> proxies = EnvironmentProxies.of(environment).orElseThrow().select(URI.create(target));
        assertThat(proxies).hasSize(1);
        return proxies.get(0).equals(Proxy.NO_PROXY) ? "direct"
                : ((InetSocketAddress) proxies.get(0).address()).getHostString() + ":"
                        + ((InetSocketAddress) proxies.get(0).address()).getPort();
    }

    @ParameterizedTest
    @CsvSource({
        "https://example.test,           10.0.0.2:3128",
        "http://example.test,            10.0.0.1:80",
        "https://localhost:6443,         direct",
        "https://127.3.2.1,              direct",
        "https://[::1]:6443,             direct",
        "https://none.test,              direct",
        "https://a.none.test,            direct",
        "https://NONE.test.,             direct",
        "https://notnone.test,           10.0.0.2:3128",
        "https://below.test,             10.0.0.2:3128",
        "https://a.below.test,           direct",
        "https://star.test,              10.0.0.2:3128",
        "https://a.star.test,            direct",
        "https://port.test,              10.0.0.2:3128",
        "https://port.test:8443,         direct",
        "https://https.test,             direct",
        "http://https.test,              10.0.0.1:80",
        "https://10.1.2.3,               direct",
        "https://10.2.0.1,               10.0.0.2:3128",
        "https://192.168.0.7,            direct",
        "https://192.168.0.8,            10.0.0.2:3128",
        "https://[fd00::1],              direct",
        "https://[fd01::1],              10.0.0.2:3128"})
    void theSchemeDecidesAndExceptionsCount(String target, String proxy) {
        assertThat(proxy(Map.of("HTTP_PROXY", "http://10.0.0.1", "https_proxy", "10.0.0.2:3128", "NO_PROXY",
                "none.test, .below.test,*.star.test,port.test:8443,https.test:443,10.1.0.0/16,192.168.0.7,fd00::/16,"
                + "10.2.0.0/x,,/8"), target)).isEqualTo(proxy);
    }

    @Test
    void nobodyMayBeReachedThroughAProxyWhenAllAreExcepted() {
        assertThat(proxy(Map.of("HTTPS_PROXY", "http://p", "no_proxy", "*"), "https://example.test"))
                .isEqualTo("direct");
    }

    @Test
    void withoutAProxyThereIsNothingToChoose() {
        assertThat(EnvironmentProxies.of(Map.of("NO_PROXY", "*", "HTTP_PROXY", ""))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://p", "socks5://p:1", "http://me:s3cret@p", "http://", "s3cret p"})
    void whatIsNotSupportedIsSaidAndNotIgnored(String proxy) {
        assertThatThrownBy(() -> EnvironmentProxies.of(Map.of("HTTPS_PROXY", proxy)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("HTTPS_PROXY")
                .hasMessageNotContaining("s3cret");
    }
}
