package mortise.admission.noderestriction;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import mortise.api.ApiObject;
import mortise.api.FieldSelector;
import mortise.api.GroupVersion;
import mortise.api.LabelSelector;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.AuthorizerChain;
import mortise.spi.authorization.Decision;
import mortise.spi.operations.ServerNames;
import org.jspecify.annotations.Nullable;

/**
 * Which tokens of service accounts a node may have: those bound to a pod that is bound to the node, for an audience
 * that the pod wants a token for, or one that the node has a right to.
 */
final class TokenRules {

    private static final String VERB = "request-serviceaccounts-token-audience";

    private final Lookup lookup;
    private final Supplier<Optional<AuthorizerChain>> authorizers;
    private final GroupVersion storage;

    TokenRules(Lookup lookup, Supplier<Optional<AuthorizerChain>> authorizers, ServerNames names) {
        this.lookup = lookup;
        this.authorizers = authorizers;
        storage = new GroupVersion(names.group("storage"), "v1");
    }

    /** Returns why a node may not have this token; nothing when it may, or it is about something else. */
    Optional<String> fault(String node, AdmissionRequest request) {
        if (request.operation() != Operation.CREATE || !request.subresource().equals("token")) {
            return Optional.empty();
        }
        Object spec = request.object().map(token -> token.tree().get("spec")).orElse(null);
        Object bound = Trees.at(spec, "boundObjectRef");
        String name = Trees.text(bound, "name");
        String uid = Trees.text(bound, "uid");
        if (!Trees.text(bound, "apiVersion").equals("v1") || !Trees.text(bound, "kind").equals("Pod")
                || name.isEmpty()) {
            return Optional.of("node requested token not bound to a pod");
        }
        if (uid.isEmpty()) {
            return Optional.of("node requested token with a pod binding without a uid");
        }
        ApiObject pod = lookup.require("pods", request.namespace(), name);
        if (!uid.equals(pod.metadata().uid())) {
            return Optional.of("the UID in the bound object reference (" + uid + ") does not match the UID in record."
                    + " The object might have been deleted and then recreated");
        }
        if (!Trees.text(pod.tree(), "spec", "nodeName").equals(node)) {
            return Optional.of("node requested token bound to a pod scheduled on a different node");
        }
        return audience(request, pod, Trees.at(spec, "audiences"));
    }

    private Optional<String> audience(AdmissionRequest request, ApiObject pod, @Nullable Object audiences) {
        List<?> wanted = audiences instanceof List<?> list ? list : List.of();
        if (wanted.size() > 1) {
            return Optional.of("node may only request 0 or 1 audiences");
        }
        String audience = wanted.isEmpty() ? "" : String.valueOf(wanted.get(0));
        if (uses(pod, audience) || mayHave(request, audience)) {
            return Optional.empty();
        }
        return Optional.of("audience \"" + audience + "\" not found in pod spec volume, " + request.user().name()
                + " is not authorized to request tokens for this audience");
    }

    private boolean uses(ApiObject pod, String audience) {
        String namespace = pod.metadata().namespace();
        for (Map<?, ?> volume : Trees.structs(Trees.at(pod.tree(), "spec", "volumes"))) {
            boolean projected = Trees.structs(Trees.at(volume, "projected", "sources")).stream()
                    .map(source -> source.get("serviceAccountToken"))
                    .anyMatch(token -> token != null && Trees.text(token, "audience").equals(audience));
            if (projected || drivers(volume, pod.metadata().name(), namespace)
                    .anyMatch(driver -> driverWants(driver, audience))) {
                return true;
            }
        }
        return false;
    }

    /** Returns the names of the drivers of a volume, also of one that a claim is bound to. */
    private Stream<String> drivers(Map<?, ?> volume, String podName, String namespace) {
        String inline = Trees.text(volume, "csi", "driver");
        String claim = volume.get("ephemeral") != null ? podName + "-" + Trees.text(volume, "name")
                : Trees.text(volume, "persistentVolumeClaim", "claimName");
        Optional<String> bound = claim.isEmpty() ? Optional.empty()
                : lookup.find("persistentvolumeclaims", namespace, claim)
                        .map(found -> Trees.text(found.tree(), "spec", "volumeName"))
                        .filter(name -> !name.isEmpty())
                        .flatMap(name -> lookup.find("persistentvolumes", "", name))
                        .map(found -> Trees.text(found.tree(), "spec", "csi", "driver"));
        return Stream.concat(Stream.of(inline), bound.stream()).filter(name -> !name.isEmpty());
    }

    private boolean driverWants(String driver, String audience) {
        return lookup.find(storage, "csidrivers", "", driver).stream()
                .flatMap(found -> Trees.structs(Trees.at(found.tree(), "spec", "tokenRequests")).stream())
                .anyMatch(token -> Trees.text(token, "audience").equals(audience));
    }

    private boolean mayHave(AdmissionRequest request, String audience) {
        var question = new AuthorizationRequest(request.user(), VERB, "", true, "", "v1", audience, "",
                request.namespace(), request.name(), LabelSelector.EVERYTHING, FieldSelector.EVERYTHING);
        return authorizers.get().map(chain -> chain.decide(question).decision() instanceof Decision.Allow)
                .orElse(false);
    }
}
