package mortise.admission.noderestriction;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mortise.api.ApiObject;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.operations.ServerNames;
import org.jspecify.annotations.Nullable;

/**
 * What a node may change about itself: no taints, no owners, and of the labels of the system only those that describe
 * it. Otherwise it could draw pods to itself that are not meant for it.
 */
final class LabelRules {

    private final List<String> systemDomains;
    private final String restricted;
    private final Set<String> allowed;
    private final List<String> allowedPrefixes;

    LabelRules(ServerNames names) {
        String domain = names.labelDomain();
        systemDomains = Stream.of(domain, "kubernetes.io", "k8s.io", names.apiDomain()).distinct().toList();
        restricted = "node-restriction." + domain;
        allowed = Stream.of(domain + "/hostname", domain + "/arch", domain + "/os",
                        "topology." + domain + "/zone", "topology." + domain + "/region",
                        "failure-domain.beta." + domain + "/zone", "failure-domain.beta." + domain + "/region",
                        "node." + domain + "/instance-type", "beta." + domain + "/instance-type",
                        "beta." + domain + "/os", "beta." + domain + "/arch", "node." + domain + "/windows-build")
                .collect(Collectors.toUnmodifiableSet());
        allowedPrefixes = List.of("kubelet." + domain, "node." + domain);
    }

    /** Returns why a node may not do this to itself; nothing when it may. */
    Optional<String> fault(String node, AdmissionRequest request) {
        Object after = request.object().map(ApiObject::tree).orElse(null);
        Object before = request.oldObject().map(ApiObject::tree).orElse(null);
        if (request.operation() == Operation.CREATE) {
            return created(node, after);
        }
        return request.operation() == Operation.UPDATE ? updated(node, before, after) : Optional.empty();
    }

    private Optional<String> created(String node, @Nullable Object after) {
        String not = "node \"" + node + "\" is not allowed to ";
        if (Trees.at(after, "spec", "configSource") != null) {
            return Optional.of(not + "create pods with a non-nil configSource");
        }
        Set<String> forbidden = forbidden(null, Trees.at(after, "metadata", "labels"));
        return forbidden.isEmpty() ? Optional.empty()
                : Optional.of(not + "set the following labels: " + String.join(", ", forbidden));
    }

    private Optional<String> updated(String node, @Nullable Object before, @Nullable Object after) {
        String not = "node \"" + node + "\" is not allowed to ";
        Object source = Trees.at(after, "spec", "configSource");
        if (source != null && !source.equals(Trees.at(before, "spec", "configSource"))) {
            return Optional.of(not + "update configSource to a new non-nil configSource");
        }
        if (differ(Trees.at(before, "spec", "taints"), Trees.at(after, "spec", "taints"))) {
            return Optional.of(not + "modify taints");
        }
        if (differ(Trees.at(before, "metadata", "ownerReferences"), Trees.at(after, "metadata", "ownerReferences"))) {
            return Optional.of(not + "modify ownerReferences");
        }
        Set<String> forbidden =
                forbidden(Trees.at(before, "metadata", "labels"), Trees.at(after, "metadata", "labels"));
        return forbidden.isEmpty() ? Optional.empty()
                : Optional.of("is not allowed to modify labels: " + String.join(", ", forbidden));
    }

    private static boolean differ(@Nullable Object before, @Nullable Object after) {
        return !(Trees.isEmpty(before) && Trees.isEmpty(after)) && !Objects.equals(before, after);
    }

    private Set<String> forbidden(@Nullable Object before, @Nullable Object after) {
        Map<?, ?> old = before instanceof Map<?, ?> labels ? labels : Map.of();
        Map<?, ?> now = after instanceof Map<?, ?> labels ? labels : Map.of();
        var forbidden = new TreeSet<String>();
        Stream.concat(old.keySet().stream(), now.keySet().stream()).distinct()
                .filter(key -> !Objects.equals(old.get(key), now.get(key)))
                .map(String::valueOf).filter(this::isForbidden).forEach(forbidden::add);
        return forbidden;
    }

    private boolean isForbidden(String key) {
        int slash = key.indexOf('/');
        String domain = slash < 0 ? "" : key.substring(0, slash);
        if (isIn(domain, restricted)) {
            return true;
        }
        return systemDomains.stream().anyMatch(system -> isIn(domain, system)) && !allowed.contains(key)
                && allowedPrefixes.stream().noneMatch(prefix -> isIn(domain, prefix));
    }

    private static boolean isIn(String domain, String suffix) {
        return domain.equals(suffix) || domain.endsWith("." + suffix);
    }
}
