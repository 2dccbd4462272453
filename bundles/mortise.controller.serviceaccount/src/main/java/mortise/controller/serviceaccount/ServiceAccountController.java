package mortise.controller.serviceaccount;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ErrorReason;
import mortise.api.GroupVersion;
import mortise.spi.controller.Controller;
import mortise.spi.controller.Followed;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.controller.ObjectChange;
import mortise.spi.controller.ObjectChanges;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.metatype.annotations.Designate;

/** Creates the account {@code default} in every namespace that has none, as soon as there is such a namespace. */
@Component(name = "mortise.controller.serviceaccount", property = Controller.NAME + "=serviceaccount-controller")
@Designate(ocd = ServiceAccountControllerConfig.class)
public final class ServiceAccountController implements Controller {

    static final String DEFAULT = "default";

    private static final GroupVersion V1 = new GroupVersion("", "v1");
    private static final Followed NAMESPACES = new Followed(V1, "namespaces", "");
    private static final Followed ACCOUNTS = new Followed(V1, "serviceaccounts", "");
    /** Nothing depends on it: changes end the wait. */
    private static final Duration WAIT = Duration.ofMinutes(1);
    /** Somebody else was faster, the namespace has gone or goes, or a quota speaks against it. */
    private static final Set<ErrorReason> NOT_WANTED =
            Set.of(ErrorReason.ALREADY_EXISTS, ErrorReason.NOT_FOUND, ErrorReason.FORBIDDEN);

    private final boolean enabled;

    @Activate
    public ServiceAccountController(ServiceAccountControllerConfig config) {
        this(config.default_service_accounts());
    }

    /** Makes the controller for tests. */
    ServiceAccountController(boolean enabled) {
        this.enabled = enabled;
    }

    @Override
    public void run(ObjectAccess objects) throws InterruptedException {
        if (!enabled) {
            return;
        }
        try (ObjectChanges changes = objects.follow(NAMESPACES, ACCOUNTS)) {
            while (true) {
                Optional<String> namespace = changes.next(WAIT).flatMap(ServiceAccountController::mayLackAccount);
                if (namespace.isPresent()) {
                    ensure(objects, namespace.get());
                }
            }
        }
    }

    private static Optional<String> mayLackAccount(ObjectChange change) {
        ApiObject object = change.object();
        boolean gone = change.type() == ObjectChange.Type.DELETED;
        if (change.source().equals(NAMESPACES)) {
            return gone || !object.metadata().deletionTimestamp().isEmpty()
                    ? Optional.empty() : Optional.of(object.metadata().name());
        }
        return gone && object.metadata().name().equals(DEFAULT)
                ? Optional.of(object.metadata().namespace()) : Optional.empty();
    }

    private static void ensure(ObjectAccess objects, String namespace) {
        boolean living = objects.get(V1, NAMESPACES.resource(), "", namespace)
                .filter(found -> found.metadata().deletionTimestamp().isEmpty()).isPresent();
        if (living && objects.get(V1, ACCOUNTS.resource(), namespace, DEFAULT).isEmpty()) {
            create(objects, namespace);
        }
    }

    private static void create(ObjectAccess objects, String namespace) {
        ApiObject account = ApiObject.ofKind(V1.kind("ServiceAccount"));
        account.metadata().setName(DEFAULT);
        account.metadata().setNamespace(namespace);
        try {
            objects.create(V1, ACCOUNTS.resource(), account);
        } catch (ApiException failed) {
            if (!NOT_WANTED.contains(failed.status().reason())) {
                throw failed;
            }
        }
    }
}
