package mortise.authz.rbac;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Authorizer;
import mortise.spi.authorization.Decision;
import mortise.spi.authorization.RoleIndex;
import mortise.spi.authorization.RuleSource;
import mortise.spi.authorization.Rules;
import mortise.spi.authorization.RulesQuestion;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.operations.HealthCheck;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Allows what a role allows that is bound to the caller or to a group of the caller. Never denies, never blocks: it
 * asks an index in memory that a thread of its own keeps. Until that is complete it allows nothing, and the server is
 * not ready.
 */
@Component(name = "mortise.authz.rbac",
        service = {Authorizer.class, HealthCheck.class, RoleIndex.class}, property = {
    Authorizer.MODE + "=RBAC", HealthCheck.NAME + "=rbac-policy-sync", HealthCheck.ENDPOINTS + "=readyz"})
public final class RbacAuthorizer implements Authorizer, RuleSource, RoleIndex, HealthCheck {

    private static final String NOT_LOADED = "RBAC: the roles are not loaded yet";
    private static final Duration END = Duration.ofSeconds(2);

    private final Thread follower;
    /** Written under the lock of this object, which is told of each. */
    private volatile Optional<Policy> policy = Optional.empty();

    @Activate
    public RbacAuthorizer(@Reference ServerNames names, @Reference ObjectAccess objects) {
        var version = new GroupVersion(names.group("rbac.authorization"), "v1");
        follower = new Thread(new PolicyFollower(objects, version, this::publish), "mortise-rbac-policy");
        follower.setDaemon(true);
        follower.start();
    }

    private synchronized void publish(Optional<Policy> next) {
        policy = next;
        notifyAll();
    }

    @Deactivate
    void deactivate() throws InterruptedException {
        follower.interrupt();
        follower.join(END.toMillis());
    }

    @Override
    public Decision authorize(AuthorizationRequest request) {
        Optional<Policy> now = policy;
        return now.isPresent() ? now.get().decide(request) : new Decision.NoOpinion(NOT_LOADED);
    }

    @Override
    public Rules rules(RulesQuestion question) {
        return policy.map(now -> now.rules(question.user(), question.namespace()))
                .orElseGet(() -> new Rules(List.of(), List.of(), true, List.of(NOT_LOADED)));
    }

    @Override
    public synchronized boolean await(ApiObject object, Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (!policy.map(now -> now.includes(object)).orElse(false)) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    @Override
    public Optional<String> failure() {
        return policy.isPresent() ? Optional.empty() : Optional.of(NOT_LOADED);
    }
}
