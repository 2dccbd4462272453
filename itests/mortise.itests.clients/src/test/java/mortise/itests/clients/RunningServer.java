package mortise.itests.clients;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A server of its own for a class of tests, with clients that are connected when they are asked for. */
final class RunningServer implements BeforeAllCallback, AfterAllCallback {

    private final List<String> flags;
    private boolean needsKubectl;
    private boolean surrounded;
    private Server server;
    private KubernetesClient fabric8;

    private RunningServer(List<String> flags) {
        this.flags = flags;
    }

    /** One that is started with these flags. */
    static RunningServer with(String... flags) {
        return new RunningServer(List.of(flags));
    }

    /** Skips the class, with a reason, where kubectl is missing. */
    RunningServer forKubectl() {
        needsKubectl = true;
        return this;
    }

    /** Has the objects that the samples of other kinds name. */
    RunningServer surrounded() {
        surrounded = true;
        return this;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        if (needsKubectl) {
            Kubectl.require();
        }
        server = Server.start(context.getRequiredTestClass().getSimpleName(), flags.toArray(String[]::new));
        if (surrounded) {
            for (JsonNode object : Samples.surroundings()) {
                fabric8().resource(object.toString()).create();
            }
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (fabric8 != null) {
            fabric8.close();
        }
        if (server != null) {
            server.close();
        }
    }

    Server server() {
        return server;
    }

    Kubectl kubectl() {
        return new Kubectl(server.kubeconfig(), server.work());
    }

    /** The client of fabric8, one for all tests of the class. */
    KubernetesClient fabric8() {
        if (fabric8 == null) {
            fabric8 = Fabric8Objects.connect(server.kubeconfig());
        }
        return fabric8;
    }
}
