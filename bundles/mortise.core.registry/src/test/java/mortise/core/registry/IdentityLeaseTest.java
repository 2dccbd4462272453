package mortise.core.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.spi.operations.ServerNames;
import org.junit.jupiter.api.Test;

final class IdentityLeaseTest {

    private static final ServerNames NAMES = ServerNames.of("k8s.io", "kubernetes.io");
    private static final GroupVersion LEASES = new GroupVersion("coordination.k8s.io", "v1");
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void eachServerHasALeaseThatOthersRemoveWhenItIsGone() {
        try (var server = new TestServer()) {
            server.create("namespaces", "", "{'metadata':{'name':'kube-system'}}");
            var one = new IdentityLease(server.objects(), NAMES, "https://a:1", () -> NOW, false);
            one.renew();
            one.renew();
            var later = NOW.plus(Duration.ofMinutes(61));
            var two = new IdentityLease(server.objects(), NAMES, "https://a:2", () -> later, false);
            two.renew();
            List<ApiObject> both = server.objects().list(LEASES, "leases", "kube-system");
            assertThat(both).hasSize(2).allSatisfy(lease -> {
                assertThat(lease.metadata().name()).startsWith("apiserver-");
                assertThat(lease.at("metadata", "labels", "apiserver.kubernetes.io/identity"))
                        .isEqualTo("kube-apiserver");
                assertThat(lease.textAt("spec", "holderIdentity")).startsWith(lease.metadata().name() + "_");
            });

            two.collect();
            assertThat(server.objects().list(LEASES, "leases", "kube-system")).hasSize(1);
        }
    }
}
