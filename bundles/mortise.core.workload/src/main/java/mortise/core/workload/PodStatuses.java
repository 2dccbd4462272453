package mortise.core.workload;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import mortise.core.schema.Addresses;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;

/** What may change of the status of a pod. */
public final class PodStatuses {

    private static final String[] SYSTEM_CONDITIONS = {"PodScheduled", "Ready", "Initialized"};
    private static final int IPS_MAX = 2;

    private PodStatuses() {
    }

    /** Checks a change through {@code /status}. */
    public static void validate(FieldView pod, FieldView old) {
        PodAnnotations.validateUpdate(pod.at("metadata", "annotations"), old.at("metadata", "annotations"));
        FieldView status = pod.at("status");
        FieldView was = old.at("status");
        FieldView conditions = status.at("conditions").shownAt(pod.at("metadata", "conditions").path());
        for (FieldView condition : conditions.items()) {
            if (!condition.at("type").isOneOf(SYSTEM_CONDITIONS)) {
                condition.at("type").shownAt(condition.path().child("Type")).qualifiedName();
            }
        }
        if (!pod.at("spec", "nodeName").text().equals(old.at("spec", "nodeName").text())) {
            status.at("nodeName").forbidden("may not be changed directly");
        }
        FieldView nominated = status.at("nominatedNodeName");
        if (!nominated.isEmpty() && !nominated.sameAs(was.at("nominatedNodeName"))) {
            nominated.subdomain();
        }
        FieldView quality = status.at("qosClass");
        if (!quality.text().equals(was.at("qosClass").text())) {
            quality.invalid(quality.text(), "field is immutable");
        }
        String restart = old.at("spec", "restartPolicy").text();
        transitions(status, was, "containerStatuses", restart, Set.of());
        transitions(status, was, "initContainerStatuses", restart, sidecars(old));
        transitions(status, was, "ephemeralContainerStatuses", "Never", Set.of());
        claims(status.at("resourceClaimStatuses"), pod.at("spec", "resourceClaims"));
        ips(status.at("podIPs"));
        hostIps(status);
    }

    private static Set<String> sidecars(FieldView pod) {
        Set<String> names = new HashSet<>();
        for (FieldView container : pod.at("spec", "initContainers").items()) {
            if (container.at("restartPolicy").isOneOf("Always")) {
                names.add(container.at("name").text());
            }
        }
        return names;
    }

    private static void transitions(FieldView status, FieldView old, String list, String restart, Set<String> free) {
        if (restart.equals("Always")) {
            return;
        }
        for (FieldView before : old.at(list).items()) {
            FieldView terminated = before.at("state", "terminated");
            boolean failed = terminated.at("exitCode").number(0) != 0;
            String name = before.at("name").text();
            if (!terminated.present() || failed && restart.equals("OnFailure") || free.contains(name)) {
                continue;
            }
            for (FieldView now : status.at(list).items()) {
                if (now.at("name").text().equals(name) && !now.at("state", "terminated").present()) {
                    before.at("state").shownAt(before.path().child("state")).reportingTo(status.errors())
                            .forbidden("may not be transitioned to non-terminated state");
                }
            }
        }
    }

    private static void claims(FieldView statuses, FieldView claims) {
        List<String> known = claims.items().stream().map(claim -> claim.at("name").text()).toList();
        Set<String> names = new HashSet<>();
        for (FieldView status : statuses.items()) {
            FieldView name = status.at("name");
            if (!known.contains(name.text())) {
                name.invalid(name.text(), "must match the name of an entry in `spec.resourceClaims`");
            }
            if (!names.add(name.text())) {
                name.duplicate();
            }
            if (status.has("resourceClaimName")) {
                status.at("resourceClaimName").shownAt(name.path()).subdomain();
            }
        }
    }

    private static void hostIps(FieldView status) {
        FieldView ips = status.at("hostIPs");
        if (ips.isEmpty()) {
            return;
        }
        FieldView first = ips.items().get(0).at("ip");
        if (!first.text().equals(status.at("hostIP").text())) {
            first.invalid(first.text(), "must be equal to `hostIP`");
        }
        ips(ips);
    }

    private static void ips(FieldView ips) {
        Set<String> seen = new HashSet<>();
        Set<Boolean> families = new HashSet<>();
        for (FieldView item : ips.items()) {
            FieldView ip = item.with(item.at("ip").text());
            Checks.ip(ip);
            Addresses.ip(ip.text()).ifPresent(address -> families.add(address.isV6()));
        }
        if (ips.size() > 1 && (families.size() < 2 || ips.size() > IPS_MAX)) {
            ips.invalid("may specify no more than one IP for each IP family");
        }
        for (FieldView item : ips.items()) {
            if (!seen.add(item.at("ip").text())) {
                item.duplicate();
            }
        }
    }
}
