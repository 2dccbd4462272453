package mortise.authz.rbac;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import mortise.api.GroupVersion;
import mortise.spi.controller.Followed;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.controller.ObjectChange;
import mortise.spi.controller.ObjectChanges;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows roles and bindings and publishes a policy after every burst of changes. When it has to begin anew, the last
 * policy holds until the next one is complete; when it cannot, there is none, and nobody is allowed anything.
 */
final class PolicyFollower implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(PolicyFollower.class);

    /** Nothing depends on it: changes end the wait. */
    private static final Duration WAIT = Duration.ofMinutes(1);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LAST_PAUSE = Duration.ofSeconds(1);
    /** Most changes between two policies, so that decisions do not stay old while somebody writes without a pause. */
    private static final int BURST_MAX = 1_000;

    private final ObjectAccess objects;
    private final String group;
    private final Followed[] followed;
    private final Consumer<Optional<Policy>> published;

    /**
     * Makes one that has not started.
     *
     * @param version group and version of roles
     * @param published gets each policy, or nothing when there is none
     */
    PolicyFollower(ObjectAccess objects, GroupVersion version, Consumer<Optional<Policy>> published) {
        this.objects = objects;
        this.group = version.group();
        this.followed = new Followed[] {
            new Followed(version, "clusterroles", ""), new Followed(version, "roles", ""),
            new Followed(version, "clusterrolebindings", ""), new Followed(version, "rolebindings", "")};
        this.published = published;
    }

    /** Follows until the thread is interrupted. */
    @Override
    public void run() {
        Duration pause = FIRST_PAUSE;
        try {
            while (!Thread.currentThread().isInterrupted()) {
                boolean begun = follow();
                if (!begun) {
                    published.accept(Optional.empty());
                }
                pause = begun ? FIRST_PAUSE : pause.multipliedBy(2);
                Thread.sleep(Math.min(pause.toMillis(), LAST_PAUSE.toMillis()));
            }
        } catch (InterruptedException stopped) {
            // Whoever interrupts has taken the work away.
        }
    }

    /** Follows until that fails, and says whether it was complete before. */
    private boolean follow() throws InterruptedException {
        boolean complete = false;
        try (ObjectChanges changes = objects.follow(followed)) {
            var builder = new PolicyBuilder(group);
            Optional<ObjectChange> change = changes.next(Duration.ZERO);
            while (change.isPresent()) {
                apply(builder, change.get());
                change = changes.next(Duration.ZERO);
            }
            while (true) {
                published.accept(Optional.of(builder.build()));
                complete = true;
                change = changes.next(WAIT);
                for (int i = 0; change.isPresent(); i++) {
                    apply(builder, change.get());
                    change = i < BURST_MAX ? changes.next(Duration.ZERO) : Optional.empty();
                }
            }
        } catch (RuntimeException failed) {
            LOG.debug("Roles are followed anew: {}", failed.toString());
            return complete;
        }
    }

    private void apply(PolicyBuilder builder, ObjectChange change) {
        boolean gone = change.type() == ObjectChange.Type.DELETED;
        if (change.source().resource().endsWith("bindings")) {
            if (gone) {
                builder.removeBinding(change.object());
            } else {
                builder.putBinding(change.object());
            }
        } else if (gone) {
            builder.removeRole(change.object());
        } else {
            builder.putRole(change.object());
        }
    }
}
