package mortise.authz.node;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import mortise.api.UserInfo;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Authorizer;
import mortise.spi.authorization.Decision;
import mortise.spi.authorization.RuleSource;
import mortise.spi.authorization.Rules;
import mortise.spi.authorization.RulesQuestion;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Allows a node, {@code system:node:NAME} in the group {@code system:nodes}, to work on itself and to read what the
 * pods that are bound to it use. Has no opinion on anybody else. Never denies, never blocks: it asks a graph in memory
 * that a thread of its own keeps from the first question on. Until the graph is complete, nothing that needs it is
 * allowed.
 */
@Component(name = "mortise.authz.node", service = Authorizer.class, property = Authorizer.MODE + "=Node")
public final class NodeAuthorizer implements Authorizer, RuleSource {

    private static final String PREFIX = "system:node:";
    private static final String NODES = "system:nodes";
    private static final Duration END = Duration.ofSeconds(2);
    private static final Set<String> READ = Set.of("get", "list", "watch");
    private static final Set<String> OWN = Set.of("get", "create", "update", "patch", "delete");

    private final NodeRules rules;
    private final String storage;
    private final String coordination;
    private final String devices;
    private final Thread follower;
    private final AtomicBoolean started = new AtomicBoolean();
    private volatile Optional<NodeGraph> graph = Optional.empty();

    @Activate
    public NodeAuthorizer(@Reference ServerNames names, @Reference ObjectAccess objects) {
        rules = new NodeRules(names);
        storage = names.group("storage");
        coordination = names.group("coordination");
        devices = names.group("resource");
        follower = new Thread(new GraphFollower(names, objects, next -> graph = next), "mortise-node-graph");
        follower.setDaemon(true);
    }

    @Deactivate
    void deactivate() throws InterruptedException {
        if (!started.compareAndSet(false, true)) {
            follower.interrupt();
            follower.join(END.toMillis());
        }
    }

    /** Says whether relations are known. */
    boolean isComplete() {
        return graph.isPresent();
    }

    @Override
    public Rules rules(RulesQuestion question) {
        return isNode(question.user()) ? new Rules(List.of(), List.of(), true,
                List.of("node authorizer does not support user rule resolution")) : Rules.NONE;
    }

    private static boolean isNode(UserInfo user) {
        return user.name().startsWith(PREFIX) && user.groups().contains(NODES);
    }

    @Override
    public Decision authorize(AuthorizationRequest request) {
        // Whoever asks first says that this mode is configured.
        if (!started.get() && started.compareAndSet(false, true)) {
            follower.start();
        }
        UserInfo user = request.user();
        if (!isNode(user)) {
            return no("");
        }
        String node = user.name().substring(PREFIX.length());
        if (node.isEmpty()) {
            return no("unknown node for user \"" + user.name() + "\"");
        }
        return request.resourceRequest() ? resource(node, request) : no("");
    }

    private Decision resource(String node, AuthorizationRequest request) {
        String group = request.group();
        return switch (request.resource()) {
            case Key.SECRETS, Key.CONFIG_MAPS -> group.isEmpty() ? used(node, request) : byRule(request);
            case Key.CLAIMS -> group.isEmpty() ? claim(node, request) : byRule(request);
            case Key.VOLUMES -> group.isEmpty() ? read(node, request) : byRule(request);
            case Key.ACCOUNTS -> group.isEmpty() ? token(node, request) : byRule(request);
            case "nodes" -> group.isEmpty() ? self(node, request) : byRule(request);
            case Key.PODS -> group.isEmpty() ? pod(node, request) : byRule(request);
            case Key.ATTACHMENTS -> group.equals(storage) ? read(node, request) : byRule(request);
            case "csinodes" -> group.equals(storage) ? own(node, request, "CSINode") : byRule(request);
            case "leases" -> group.equals(coordination) ? lease(node, request) : byRule(request);
            case Key.RESOURCE_CLAIMS -> group.equals(devices) ? read(node, request) : byRule(request);
            case Key.SLICES -> group.equals(devices) ? slice(node, request) : byRule(request);
            default -> byRule(request);
        };
    }

    private Decision byRule(AuthorizationRequest request) {
        return rules.allow(request) ? new Decision.Allow("") : no("");
    }

    private static Decision no(String why) {
        return new Decision.NoOpinion(why);
    }

    private Decision related(String node, AuthorizationRequest request) {
        if (request.name().isEmpty()) {
            return no("No Object name found");
        }
        var key = new Key(request.resource(), request.namespace(), request.name());
        return graph.filter(known -> known.isRelated(node, key)).isPresent() ? new Decision.Allow("")
                : no("no relationship found between node '" + node + "' and this object");
    }

    private Decision used(String node, AuthorizationRequest request) {
        if (!READ.contains(request.verb())) {
            return no("can only read resources of this type");
        }
        if (!request.subresource().isEmpty()) {
            return no("cannot read subresource");
        }
        return request.namespace().isEmpty() ? no("can only read namespaced object of this type")
                : related(node, request);
    }

    private Decision claim(String node, AuthorizationRequest request) {
        if (!request.subresource().equals("status")) {
            return read(node, request);
        }
        return Set.of("get", "update", "patch").contains(request.verb())
                ? related(node, request) : no("can only get/update/patch this type");
    }

    private Decision read(String node, AuthorizationRequest request) {
        if (!request.verb().equals("get")) {
            return no("can only get individual resources of this type");
        }
        return request.subresource().isEmpty() ? related(node, request) : no("cannot get subresource");
    }

    private Decision token(String node, AuthorizationRequest request) {
        return request.verb().equals("create") && request.subresource().equals("token")
                ? related(node, request) : no("can only create tokens for individual service accounts");
    }

    private Decision self(String node, AuthorizationRequest request) {
        if (!request.name().equals(node) && !request.verb().equals("create")) {
            String which = request.name().isEmpty() ? "all nodes" : "'" + request.name() + "'";
            String what = READ.contains(request.verb()) ? "read " : "change ";
            return no("node '" + node + "' cannot " + what + which + ", only its own Node object");
        }
        return byRule(request);
    }

    private Decision pod(String node, AuthorizationRequest request) {
        if (Set.of("list", "watch").contains(request.verb())) {
            if (selects(request, node)) {
                return byRule(request);
            }
            return !request.name().isEmpty() && request.subresource().isEmpty() ? related(node, request)
                    : no("can only list/watch pods with spec.nodeName field selector");
        }
        Decision decision = byRule(request);
        // A new one, which the kubelet makes for each static pod, is bound to no node that could be looked at here.
        boolean isNew = request.verb().equals("create") && request.subresource().isEmpty();
        return decision instanceof Decision.Allow && !isNew ? related(node, request) : decision;
    }

    private static boolean selects(AuthorizationRequest request, String node) {
        return request.fieldSelector().requiredValue("spec.nodeName").filter(node::equals).isPresent();
    }

    private Decision own(String node, AuthorizationRequest request, String kind) {
        if (!OWN.contains(request.verb())) {
            return no("can only get, create, update, patch, or delete a " + kind);
        }
        if (!request.subresource().isEmpty()) {
            return no("cannot authorize " + kind + " subresources");
        }
        return request.verb().equals("create") || request.name().equals(node) ? new Decision.Allow("")
                : no("can only access " + kind + " with the same name as the requesting node");
    }

    private Decision lease(String node, AuthorizationRequest request) {
        return request.namespace().equals("kube-node-lease") ? own(node, request, "node lease")
                : no("can only access leases in the \"kube-node-lease\" system namespace");
    }

    private Decision slice(String node, AuthorizationRequest request) {
        if (!request.subresource().isEmpty()) {
            return no("cannot authorize ResourceSlice subresources");
        }
        return switch (request.verb()) {
            case "create" -> new Decision.Allow("");
            case "get", "update", "patch", "delete" -> related(node, request);
            case "list", "watch", "deletecollection" -> selects(request, node) ? new Decision.Allow("")
                    : no("can only list/watch/deletecollection resourceslices with nodeName field selector");
            default -> no("only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update,"
                    + " patch, delete, deletecollection");
        };
    }
}
