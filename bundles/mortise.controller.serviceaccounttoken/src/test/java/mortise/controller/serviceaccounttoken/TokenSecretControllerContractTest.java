package mortise.controller.serviceaccounttoken;

import mortise.spi.controller.Controller;
import mortise.spi.controller.ObjectAccess;
import mortise.tck.controller.ControllerContract;
import mortise.tck.controller.FakeObjectAccess;

class TokenSecretControllerContractTest extends ControllerContract {

    @Override
    protected Controller controller() {
        return new TokenSecretController(true, "PEM", TokenSecrets.ISSUER, "kubernetes.io");
    }

    @Override
    protected FakeObjectAccess objects() {
        FakeObjectAccess objects = new FakeObjectAccess().serve(TokenSecrets.V1, "secrets")
                .serve(TokenSecrets.V1, "serviceaccounts");
        objects.others().create(TokenSecrets.V1, "serviceaccounts", TokenSecrets.account("a", "robot"));
        objects.others().create(TokenSecrets.V1, "secrets", TokenSecrets.secret("a", "s", "robot"));
        return objects;
    }

    @Override
    protected boolean isDone(ObjectAccess objects) {
        return objects.list(TokenSecrets.V1, "secrets", "a").stream()
                .noneMatch(secret -> secret.textAt("data", "token").isEmpty());
    }
}
