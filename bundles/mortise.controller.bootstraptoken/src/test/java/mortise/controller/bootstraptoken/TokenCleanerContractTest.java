package mortise.controller.bootstraptoken;

import mortise.spi.controller.Controller;
import mortise.spi.controller.ObjectAccess;
import mortise.tck.controller.ControllerContract;
import mortise.tck.controller.FakeObjectAccess;

class TokenCleanerContractTest extends ControllerContract {

    @Override
    protected Controller controller() {
        return new TokenCleaner(() -> Tokens.NOW);
    }

    @Override
    protected FakeObjectAccess objects() {
        FakeObjectAccess objects = Tokens.serving();
        objects.others().create(Tokens.V1, "secrets", Tokens.token("aaaaaa", "expiration", "2030-06-01T11:00:00Z"));
        objects.others().create(Tokens.V1, "secrets", Tokens.token("bbbbbb", "expiration", "no time"));
        return objects;
    }

    @Override
    protected boolean isDone(ObjectAccess objects) {
        return objects.list(Tokens.V1, "secrets", "kube-system").isEmpty();
    }
}
