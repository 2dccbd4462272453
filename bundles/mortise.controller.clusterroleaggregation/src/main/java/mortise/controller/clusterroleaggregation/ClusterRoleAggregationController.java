package mortise.controller.clusterroleaggregation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ErrorReason;
import mortise.api.GroupVersion;
import mortise.spi.controller.Controller;
import mortise.spi.controller.Followed;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.controller.ObjectChange;
import mortise.spi.controller.ObjectChanges;
import mortise.spi.operations.ServerNames;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives every cluster role with an aggregation rule the rules of all that its selectors match, and no others. Roles may
 * be made of roles that are made of others; all roles of a circle have the same rules, those of the roles
 * outside of it that they are made of.
 */
@Component(property = {
    Controller.NAME + "=clusterrole-aggregation-controller",
    Controller.ALIAS + "=clusterrole-aggregation",
    Controller.ACCOUNT + "=clusterrole-aggregation-controller"})
public final class ClusterRoleAggregationController implements Controller {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterRoleAggregationController.class);

    static final String RESOURCE = "clusterroles";

    /** Nothing depends on it: changes end the wait. */
    private static final Duration WAIT = Duration.ofMinutes(1);
    /** Most changes between two rounds of collecting. */
    private static final int BURST_MAX = 1_000;

    private final GroupVersion version;

    @Activate
    public ClusterRoleAggregationController(@Reference ServerNames names) {
        this.version = new GroupVersion(names.group("rbac.authorization"), "v1");
    }

    @Override
    public void run(ObjectAccess objects) throws InterruptedException {
        Map<String, ApiObject> roles = new TreeMap<>();
        boolean failed = false;
        try (ObjectChanges changes = objects.follow(new Followed(version, RESOURCE, ""))) {
            while (true) {
                Optional<ObjectChange> change = changes.next(failed ? Duration.ofSeconds(1) : WAIT);
                for (int i = 0; change.isPresent(); i++) {
                    take(roles, change.get());
                    change = i < BURST_MAX ? changes.next(Duration.ZERO) : Optional.empty();
                }
                failed = !collectAll(objects, roles);
            }
        }
    }

    private static void take(Map<String, ApiObject> roles, ObjectChange change) {
        String name = change.object().metadata().name();
        if (change.type() == ObjectChange.Type.DELETED) {
            roles.remove(name);
        } else {
            roles.put(name, change.object());
        }
    }

    /** Says whether all has been written that had to be. */
    private boolean collectAll(ObjectAccess objects, Map<String, ApiObject> roles) {
        List<ApiObject> aggregated = roles.values().stream().filter(Aggregation::isAggregated).toList();
        Map<String, List<ApiObject>> parts = new HashMap<>();
        aggregated.forEach(role -> parts.put(role.metadata().name(), Aggregation.parts(role, roles.values())));
        boolean all = true;
        for (ApiObject role : aggregated) {
            all &= collect(objects, roles, role, Aggregation.rules(role, parts));
        }
        return all;
    }

    private boolean collect(
            ObjectAccess objects, Map<String, ApiObject> roles, ApiObject role, List<Object> rules) {
        if (rules.equals(Aggregation.rules(role))) {
            return true;
        }
        String name = role.metadata().name();
        try {
            roles.put(name, objects.patch(version, RESOURCE, "", name, change(role, rules)));
            return true;
        } catch (ApiException failed) {
            ErrorReason reason = failed.status().reason();
            if (reason == ErrorReason.CONFLICT || reason == ErrorReason.NOT_FOUND) {
                // Whoever was faster has made a change that comes here too.
                return true;
            }
            if (reason == ErrorReason.INVALID || reason == ErrorReason.REQUEST_ENTITY_TOO_LARGE) {
                LOG.warn("Cluster role {} cannot have the rules it is made of: {}", name, failed.getMessage());
                return true;
            }
            throw failed;
        }
    }

    private static Map<String, @Nullable Object> change(ApiObject role, List<Object> rules) {
        var metadata = new LinkedHashMap<String, @Nullable Object>();
        metadata.put("uid", role.metadata().uid());
        metadata.put("resourceVersion", role.metadata().resourceVersion());
        var change = new LinkedHashMap<String, @Nullable Object>();
        change.put("metadata", metadata);
        change.put("rules", new ArrayList<@Nullable Object>(rules));
        return change;
    }
}
