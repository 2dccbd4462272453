package mortise.controller.clusterauthentication;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.spi.controller.ObjectAccess;
import mortise.tck.controller.FakeObjectAccess;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterAuthenticationControllerTest {

    private static final GroupVersion V1 = new GroupVersion("", "v1");
    private static final String MAPS = "configmaps";
    private static final String NAMESPACE = "kube-system";
    private static final String NAME = "extension-apiserver-authentication";
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final FakeObjectAccess objects = new FakeObjectAccess().serve(V1, MAPS);
    private final ObjectAccess others = objects.others();
    private @Nullable Thread thread;

    @TempDir
    private Path directory;

    private void start(Announcement announcement) {
        thread = new Thread(() -> {
            try {
                new ClusterAuthenticationController(announcement).run(objects);
            } catch (InterruptedException expected) {
                // The test is over.
            }
        }, "controller-under-test");
        thread.start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        Thread running = thread;
        if (running != null) {
            running.interrupt();
            running.join(PATIENCE.toMillis());
        }
    }

    private void soon(BooleanSupplier condition) throws InterruptedException {
        assertThat(objects.await(condition, PATIENCE)).as("in time").isTrue();
    }

    private Optional<ApiObject> map() {
        return others.get(V1, MAPS, NAMESPACE, NAME);
    }

    @Test
    void everythingThatOtherServersNeedIsTold() throws Exception {
        Path clients = Pem.write(directory.resolve("clients.pem"), "AAAA", "BBBB", "AAAA");
        Path proxies = Pem.write(directory.resolve("proxies.pem"), "CCCC");
        start(new Announcement(List.of(clients), List.of(proxies), Map.of(
                "requestheader-allowed-names", List.of("front-proxy"), "requestheader-uid-headers", List.of())));
        soon(() -> map().isPresent());
        assertThat(map().orElseThrow().at("data")).isEqualTo(Map.of("client-ca-file", Pem.of("AAAA") + Pem.of("BBBB"),
                "requestheader-client-ca-file", Pem.of("CCCC"),
                "requestheader-allowed-names", "[\"front-proxy\"]", "requestheader-uid-headers", "[]"));
    }

    @Test
    void whatOthersChangeComesBackAndWhatTheyAddStays() throws Exception {
        start(new Announcement(List.of(Pem.write(directory.resolve("a.pem"), "AAAA")), List.of(), Map.of()));
        soon(() -> map().isPresent());
        others.patch(V1, MAPS, NAMESPACE, NAME, Map.of("data", Map.of("client-ca-file", "x", "other", "y")));
        soon(() -> map().orElseThrow().textAt("data", "client-ca-file").equals(Pem.of("AAAA")));
        assertThat(map().orElseThrow().textAt("data", "other")).isEqualTo("y");
        others.delete(V1, MAPS, NAMESPACE, NAME);
        soon(() -> map().isPresent());
    }

    @Test
    void headersAreToldWithTheAuthoritiesOfProxiesOnly() throws Exception {
        var clientsOnly = new Announcement(List.of(Pem.write(directory.resolve("a.pem"), "AAAA")), List.of(),
                Map.of("requestheader-uid-headers", List.of("X-Remote-Uid")));
        assertThat(clientsOnly.data()).containsOnlyKeys("client-ca-file");
        assertThat(new Announcement(List.of(), List.of(), Map.of()).data()).isEmpty();
    }
}
