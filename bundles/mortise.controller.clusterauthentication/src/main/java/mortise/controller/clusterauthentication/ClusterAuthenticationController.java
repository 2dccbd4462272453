package mortise.controller.clusterauthentication;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ErrorReason;
import mortise.api.GroupVersion;
import mortise.spi.controller.Controller;
import mortise.spi.controller.Followed;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.controller.ObjectChanges;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the config map {@code extension-apiserver-authentication} in {@code kube-system}, from which servers behind
 * this one learn whose certificates are clients' and whose are proxies'.
 */
@Component(name = "mortise.controller.clusterauthentication",
        property = Controller.NAME + "=cluster-authentication-info-controller")
@Designate(ocd = ClusterAuthenticationConfig.class)
public final class ClusterAuthenticationController implements Controller {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterAuthenticationController.class);

    private static final GroupVersion V1 = new GroupVersion("", "v1");
    private static final String NAME = "extension-apiserver-authentication";
    private static final Followed MAPS = new Followed(V1, "configmaps", "kube-system", true);
    /** A changed file is told of in this time, and a namespace that was missing is tried again. */
    private static final Duration WAIT = Duration.ofSeconds(30);
    /** Somebody else was faster, or the namespace is not there yet, or is just going. */
    private static final Set<ErrorReason> LATER = Set.of(ErrorReason.CONFLICT, ErrorReason.ALREADY_EXISTS,
            ErrorReason.NOT_FOUND, ErrorReason.FORBIDDEN, ErrorReason.INVALID);

    private final Announcement announcement;

    @Activate
    public ClusterAuthenticationController(ClusterAuthenticationConfig config) {
        this(Announcement.of(config));
    }

    ClusterAuthenticationController(Announcement announcement) {
        this.announcement = announcement;
    }

    @Override
    public void run(ObjectAccess objects) throws InterruptedException {
        try (ObjectChanges changes = objects.follow(MAPS)) {
            publish(objects);
            while (true) {
                boolean mine = changes.next(WAIT)
                        .map(change -> change.object().metadata().name().equals(NAME)).orElse(true);
                if (mine) {
                    publish(objects);
                }
            }
        }
    }

    private void publish(ObjectAccess objects) {
        try {
            Map<String, String> wanted = announcement.data();
            if (!wanted.isEmpty()) {
                write(objects, wanted);
            }
        } catch (IOException e) {
            LOG.warn("{} stays as it is: a file of authorities cannot be read: {}", NAME, e.toString());
        } catch (ApiException failed) {
            if (!LATER.contains(failed.status().reason())) {
                throw failed;
            }
            LOG.debug("{} is tried again: {}", NAME, failed.getMessage());
        }
    }

    /** Keys that this server does not know may be those of a newer one on the same store. */
    private static void write(ObjectAccess objects, Map<String, String> wanted) {
        Optional<ApiObject> present = objects.get(V1, MAPS.resource(), MAPS.namespace(), NAME);
        if (present.isEmpty()) {
            ApiObject map = ApiObject.ofKind(V1.kind("ConfigMap"));
            map.metadata().setName(NAME);
            map.metadata().setNamespace(MAPS.namespace());
            map.structAt("data").putAll(wanted);
            objects.create(V1, MAPS.resource(), map);
        } else if (!present.get().structAt("data").entrySet().containsAll(wanted.entrySet())) {
            present.get().structAt("data").putAll(wanted);
            objects.update(V1, MAPS.resource(), present.get());
        }
    }
}
