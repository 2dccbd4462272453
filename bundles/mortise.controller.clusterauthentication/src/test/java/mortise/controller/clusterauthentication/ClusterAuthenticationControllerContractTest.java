package mortise.controller.clusterauthentication;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import mortise.api.GroupVersion;
import mortise.spi.controller.Controller;
import mortise.spi.controller.ObjectAccess;
import mortise.tck.controller.ControllerContract;
import mortise.tck.controller.FakeObjectAccess;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class ClusterAuthenticationControllerContractTest extends ControllerContract {

    private static final GroupVersion V1 = new GroupVersion("", "v1");

    @TempDir
    private Path directory;
    private Path file = Path.of("ca.pem");

    @BeforeEach
    void write() throws Exception {
        file = Pem.write(directory.resolve("ca.pem"), "AAAA");
    }

    @Override
    protected Controller controller() {
        return new ClusterAuthenticationController(new Announcement(List.of(file), List.of(), Map.of()));
    }

    @Override
    protected FakeObjectAccess objects() {
        return new FakeObjectAccess().serve(V1, "configmaps");
    }

    @Override
    protected boolean isDone(ObjectAccess objects) {
        return objects.get(V1, "configmaps", "kube-system", "extension-apiserver-authentication")
                .filter(map -> map.textAt("data", "client-ca-file").equals(Pem.of("AAAA"))).isPresent();
    }
}
