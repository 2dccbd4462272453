package mortise.authz.webhook;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import mortise.api.UserInfo;
import mortise.authz.webhook.AuthorizationSettings.Connection;
import mortise.authz.webhook.AuthorizationSettings.Entry;
import mortise.authz.webhook.AuthorizationSettings.Hook;
import mortise.core.kubeconfig.CallResult.Answered;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Authorizer;
import mortise.tck.authorization.AuthorizationRequests;
import mortise.tck.authorization.AuthorizerContract;

class WebhookContractTest extends AuthorizerContract {

    private static final UserInfo PAT = UserInfo.of("pat");

    @Override
    protected Authorizer authorizer() {
        var hook = new Hook(Duration.ofSeconds(3), Duration.ofMinutes(5), Duration.ofSeconds(30), true, true, "v1",
                "v1", Webhook.NO_OPINION, new Connection(Connection.FILE, Optional.of("/x")),
                List.of("request.user.size() < 100"));
        return new Webhook(new Entry("Webhook", "a", Optional.of(hook)), (body, timeout) -> {
            Map<?, ?> spec = (Map<?, ?>) Hooks.json(new String(body, StandardCharsets.UTF_8)).get("spec");
            String status = "'allowed':" + "pat".equals(spec.get("user"));
            return new Answered(200, Hooks.status(status).getBytes(StandardCharsets.UTF_8), Optional.empty());
        }, new Webhook.Surroundings("authorization.k8s.io", new WebhookMetrics(), InstantSource.system(),
                new Random(1)));
    }

    @Override
    protected List<AuthorizationRequest> allowed() {
        return List.of(AuthorizationRequests.path(PAT, "get", "/"),
                AuthorizationRequests.resource(PAT, "get", "", "pods", "ns", "x"));
    }

    @Override
    protected List<AuthorizationRequest> notAllowed() {
        return List.of(AuthorizationRequests.path(UserInfo.of("sam"), "get", "/"));
    }
}
