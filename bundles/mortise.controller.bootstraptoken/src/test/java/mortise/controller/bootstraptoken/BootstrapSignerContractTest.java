package mortise.controller.bootstraptoken;

import mortise.spi.controller.Controller;
import mortise.spi.controller.ObjectAccess;
import mortise.tck.controller.ControllerContract;
import mortise.tck.controller.FakeObjectAccess;

class BootstrapSignerContractTest extends ControllerContract {

    @Override
    protected Controller controller() {
        return new BootstrapSigner(() -> Tokens.NOW);
    }

    @Override
    protected FakeObjectAccess objects() {
        FakeObjectAccess objects = Tokens.serving();
        objects.others().create(Tokens.V1, "secrets", Tokens.token("aaaaaa"));
        objects.others().create(Tokens.V1, "configmaps", Tokens.info("the text"));
        return objects;
    }

    @Override
    protected boolean isDone(ObjectAccess objects) {
        boolean token = objects.get(Tokens.V1, "secrets", "kube-system", "bootstrap-token-aaaaaa").isPresent();
        return objects.get(Tokens.V1, "configmaps", "kube-public", "cluster-info")
                .map(info -> info.textAt("data", "jws-kubeconfig-aaaaaa").isEmpty() != token).orElse(true);
    }
}
