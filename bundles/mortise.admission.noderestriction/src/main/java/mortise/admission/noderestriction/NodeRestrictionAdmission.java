package mortise.admission.noderestriction;

import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.UserInfo;
import mortise.core.late.LateService;
import mortise.spi.admission.AdmissionDecision;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.admission.ValidatingAdmission;
import mortise.spi.authorization.AuthorizerChain;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.operations.ServerNames;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * Refuses what a node, {@code system:node:NAME} in the group {@code system:nodes}, may not do to others: change another
 * node, or pods, leases and tokens that have nothing to do with it. Looks at nobody else's writes.
 */
@Component(
        name = "mortise.admission.noderestriction",
        property = ValidatingAdmission.NAME + "=NodeRestriction")
public final class NodeRestrictionAdmission implements ValidatingAdmission {

    private static final String PREFIX = "system:node:";
    private static final String NODES = "system:nodes";
    private static final String LEASES = "kube-node-lease";

    // The server gives access to objects and answers questions once it has its plug-ins, so this one cannot wait.
    private final LateService<ObjectAccess> objects;
    private final LateService<AuthorizerChain> authorizers;
    private final String coordination;
    private final String storage;
    private final String devices;
    private final String certificates;
    private final PodRules pods;
    private final LabelRules labels;
    private final TokenRules tokens;
    private final RequestRules requests;

    /** Makes the plug-in. */
    @Activate
    public NodeRestrictionAdmission(@Reference ServerNames names, BundleContext context) {
        this(names, LateService.of(context, ObjectAccess.class), LateService.of(context, AuthorizerChain.class));
    }

    /** Makes the plug-in for tests. */
    NodeRestrictionAdmission(
            ServerNames names, LateService<ObjectAccess> objects, LateService<AuthorizerChain> authorizers) {
        this.objects = objects;
        this.authorizers = authorizers;
        coordination = names.group("coordination");
        storage = names.group("storage");
        devices = names.group("resource");
        certificates = names.group("certificates");
        var lookup = new Lookup(objects::find);
        pods = new PodRules(lookup, names);
        labels = new LabelRules(names);
        tokens = new TokenRules(lookup, authorizers::find, names);
        requests = new RequestRules(names);
    }

    @Override
    public AdmissionDecision validate(AdmissionRequest request) {
        UserInfo user = request.user();
        if (!user.name().startsWith(PREFIX) || !user.groups().contains(NODES)) {
            return AdmissionDecision.ADMITTED;
        }
        String node = user.name().substring(PREFIX.length());
        if (node.isEmpty()) {
            return AdmissionDecision.forbidden(request,
                    "could not determine node from user \"" + user.name() + "\"");
        }
        try {
            return fault(node, request).map(why -> AdmissionDecision.forbidden(request, why))
                    .orElse(AdmissionDecision.ADMITTED);
        } catch (ApiException failed) {
            return new AdmissionDecision.Refused(failed.status());
        }
    }

    private Optional<String> fault(String node, AdmissionRequest request) {
        String group = request.resource().group();
        return switch (request.resource().resource()) {
            case "pods" -> group.isEmpty() ? pods.fault(node, request) : Optional.empty();
            case "nodes" -> group.isEmpty() ? node(node, request) : Optional.empty();
            case "persistentvolumeclaims" -> group.isEmpty() ? ClaimRules.fault(node, request) : Optional.empty();
            case "serviceaccounts" -> group.isEmpty() ? tokens.fault(node, request) : Optional.empty();
            case "leases" -> group.equals(coordination) ? lease(node, request) : Optional.empty();
            case "csinodes" -> group.equals(storage) ? named(node, request, "CSINode") : Optional.empty();
            case "resourceslices" -> group.equals(devices) ? slice(node, request) : Optional.empty();
            case "certificatesigningrequests" -> group.equals(certificates)
                    ? requests.fault(node, request) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private Optional<String> node(String node, AdmissionRequest request) {
        String name = name(request);
        return name.equals(node) ? labels.fault(node, request)
                : Optional.of("node \"" + node + "\" is not allowed to modify node \"" + name + "\"");
    }

    private static Optional<String> lease(String node, AdmissionRequest request) {
        return request.namespace().equals(LEASES) ? named(node, request, "node lease")
                : Optional.of("can only access leases in the \"" + LEASES + "\" system namespace");
    }

    private static Optional<String> named(String node, AdmissionRequest request, String what) {
        return name(request).equals(node) ? Optional.empty()
                : Optional.of("can only access " + what + " with the same name as the requesting node");
    }

    private static Optional<String> slice(String node, AdmissionRequest request) {
        boolean creates = request.operation() == Operation.CREATE;
        Optional<ApiObject> slice = creates ? request.object() : request.oldObject();
        if (!creates && request.operation() != Operation.DELETE
                || slice.filter(one -> one.textAt("spec", "nodeName").equals(node)).isPresent()) {
            return Optional.empty();
        }
        return Optional.of("can only " + (creates ? "create" : "delete")
                + " ResourceSlice with the same NodeName as the requesting node");
    }

    /** Returns the name of the object; of a new one, what its body says. */
    static String name(AdmissionRequest request) {
        return request.operation() == Operation.CREATE && request.subresource().isEmpty()
                ? request.object().map(object -> object.textAt("metadata", "name")).orElse("") : request.name();
    }

    @Deactivate
    void deactivate() {
        objects.close();
        authorizers.close();
    }
}
