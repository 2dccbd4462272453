package mortise.controller.bootstraptoken;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import mortise.api.ApiObject;
import mortise.spi.controller.Controller;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.controller.ObjectChange;
import mortise.spi.controller.ObjectChanges;
import mortise.spi.controller.Removal;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Deletes the secrets of bootstrap tokens that have expired. */
@Component(name = "mortise.controller.bootstraptoken.cleaner", service = Controller.class, property = {
    Controller.NAME + "=token-cleaner-controller", Controller.ALIAS + "=tokencleaner",
    Controller.ON_REQUEST + ":Boolean=true", Controller.ACCOUNT + "=token-cleaner"})
public final class TokenCleaner implements Controller {

    /** A clock that is set is noticed in this time. */
    private static final Duration WAIT_MAX = Duration.ofSeconds(30);

    private final InstantSource clock;

    @Activate
    public TokenCleaner() {
        this(InstantSource.system());
    }

    TokenCleaner(InstantSource clock) {
        this.clock = clock;
    }

    /** A token that ends. */
    private record Ending(String uid, Instant end) {
    }

    @Override
    public void run(ObjectAccess objects) throws InterruptedException {
        var ending = new HashMap<String, Ending>();
        try (ObjectChanges changes = objects.follow(BootstrapSecret.ALL)) {
            while (true) {
                changes.next(wait(ending)).ifPresent(change -> note(ending, change));
                clean(objects, ending);
            }
        }
    }

    private static void note(Map<String, Ending> ending, ObjectChange change) {
        ApiObject secret = change.object();
        String name = secret.metadata().name();
        Optional<Instant> end = new BootstrapSecret(secret).expiration();
        if (change.type() == ObjectChange.Type.DELETED || !BootstrapSecret.isOne(secret) || end.isEmpty()
                || !secret.metadata().deletionTimestamp().isEmpty()) {
            ending.remove(name);
        } else {
            ending.put(name, new Ending(secret.metadata().uid(), end.get()));
        }
    }

    private Duration wait(Map<String, Ending> ending) {
        Instant now = clock.instant();
        return ending.values().stream().map(Ending::end).min(Instant::compareTo)
                .map(end -> Duration.between(now, end)).filter(left -> left.compareTo(WAIT_MAX) < 0)
                .map(left -> left.isNegative() ? Duration.ZERO : left).orElse(WAIT_MAX);
    }

    private void clean(ObjectAccess objects, Map<String, Ending> ending) {
        Instant now = clock.instant();
        List<Map.Entry<String, Ending>> due = ending.entrySet().stream()
                .filter(entry -> !entry.getValue().end().isAfter(now)).toList();
        for (Map.Entry<String, Ending> entry : due) {
            Removal removal = new Removal(OptionalLong.empty(), Optional.of(entry.getValue().uid()), Optional.empty(),
                    Optional.empty());
            Tolerance.tolerantly(entry.getKey(), () -> objects.delete(BootstrapSecret.ALL.version(),
                    BootstrapSecret.ALL.resource(), BootstrapSecret.ALL.namespace(), entry.getKey(), removal));
            // What becomes of it comes as another change.
            ending.remove(entry.getKey());
        }
    }
}
