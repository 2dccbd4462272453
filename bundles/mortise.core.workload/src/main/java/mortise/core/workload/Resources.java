package mortise.core.workload;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import mortise.api.FieldError;
import mortise.core.schema.Amounts;
import mortise.core.schema.FieldView;
import mortise.core.schema.Quantity;
import mortise.core.schema.ResourceNames;

/** Requests for and limits on resources, of containers and of pods. */
final class Resources {

    private static final String HUGE_PAGES = "hugepages-";

    private Resources() {
    }

    static void ofContainer(FieldView resources, Set<String> podClaims) {
        requirements(resources, podClaims, true);
    }

    /** Checks the resources of a pod as a whole; absent is fine. */
    static void ofPod(FieldView spec, Set<String> podClaims) {
        FieldView resources = spec.at("resources");
        if (!resources.present()) {
            return;
        }
        if (resources.has("claims")) {
            resources.at("claims").forbidden("claims cannot be set for Resources at pod-level");
        }
        requirements(resources, podClaims, false);
        consistency(spec, resources);
    }

    private static void requirements(FieldView resources, Set<String> podClaims, boolean container) {
        FieldView limits = resources.at("limits");
        FieldView requests = resources.at("requests");
        boolean computes = false;
        boolean hugePages = false;
        for (FieldView list : new FieldView[] {limits, requests}) {
            for (Map.Entry<String, FieldView> entry : list.entries().entrySet()) {
                String name = entry.getKey();
                name(entry.getValue(), name, container);
                ResourceNames.checkAmount(entry.getValue(), name);
                if (list == requests) {
                    againstLimit(entry.getValue(), name, limits, requests);
                }
                if (ResourceNames.isHugePages(name)) {
                    hugePages = true;
                    hugePageAmount(entry.getValue(), name);
                }
                computes |= name.equals("cpu") || name.equals("memory");
            }
        }
        if (hugePages && !computes) {
            resources.forbidden("HugePages require cpu or memory");
        }
        claims(resources.at("claims"), podClaims);
    }

    private static void name(FieldView entry, String name, boolean container) {
        if (container) {
            ResourceNames.checkForContainer(entry, name);
        } else if (ResourceNames.check(entry, name) && !isPodLevel(name)) {
            entry.with(name).notSupported("cpu", HUGE_PAGES, "memory");
        }
    }

    static boolean isPodLevel(String name) {
        return name.equals("cpu") || name.equals("memory") || ResourceNames.isHugePages(name);
    }

    private static void againstLimit(FieldView request, String name, FieldView limits, FieldView requests) {
        Object limit = limits.entry(name).value();
        boolean overcommit = ResourceNames.isOvercommitAllowed(name);
        if (limit == null) {
            if (!overcommit) {
                limits.required("Limit must be set for non overcommitable resources");
            }
            return;
        }
        int order = Amounts.compare(request.value(), limit);
        if (order != 0 && !overcommit) {
            requests.invalid(request.value(), "must be equal to " + name + " limit of " + limit);
        } else if (order > 0) {
            requests.invalid(request.value(), "must be less than or equal to " + name + " limit of " + limit);
        }
    }

    private static void hugePageAmount(FieldView amount, String name) {
        Quantity page = Amounts.of(name.substring(HUGE_PAGES.length()));
        boolean wholePages = page.signum() > 0 && page.isInteger()
                && Amounts.of(amount.value()).value() % page.value() == 0;
        if (!wholePages) {
            amount.invalid(amount.value() + " is not positive integer multiple of " + name);
        }
    }

    private static void claims(FieldView claims, Set<String> podClaims) {
        Set<String> seen = new HashSet<>();
        for (FieldView claim : claims.items()) {
            String name = claim.at("name").text();
            String request = claim.at("request").text();
            if (name.isEmpty()) {
                claim.required("");
                continue;
            }
            if (seen.contains(name)) {
                claim.with(name).duplicate();
            } else {
                String key = name + (request.isEmpty() ? "" : "/" + request);
                if (!request.isEmpty()) {
                    claim.at("request").label();
                }
                if (seen.contains(key)) {
                    claim.with(key).duplicate();
                } else if (request.isEmpty() && seen.stream().anyMatch(other -> other.startsWith(name + "/"))) {
                    claim.with(name).duplicate();
                }
                seen.add(key);
            }
            if (!podClaims.contains(name)) {
                String names = podClaims.isEmpty() ? " which is empty" : ": " + String.join(", ",
                        new TreeSet<>(podClaims));
                claim.report(new FieldError(FieldError.Type.NOT_FOUND, claim.path().toString(), "Not found: "
                        + FieldError.show(name) + ": must be one of the names in pod.spec.resourceClaims" + names));
            }
        }
    }

    private static void consistency(FieldView spec, FieldView resources) {
        PodResources.requests(spec).forEach((name, sum) -> {
            FieldView request = resources.at("requests").entry(name);
            if (isPodLevel(name) && sum.compareTo(Amounts.of(request.value())) > 0) {
                request.invalid(request.present() ? request.value() : "0",
                        "must be greater than or equal to aggregate container requests of " + sum);
            }
        });
        int index = 0;
        for (FieldView container : spec.at("containers").items()) {
            for (Map.Entry<String, FieldView> limit : container.at("resources", "limits").entries().entrySet()) {
                Object most = resources.at("limits").entry(limit.getKey()).value();
                if (most != null && Amounts.compare(limit.getValue().value(), most) > 0) {
                    limit.getValue().shownAt(resources.path().child("containers").index(index).key(limit.getKey())
                            .child("limits")).invalid("must be less than or equal to pod limits of " + most);
                }
            }
            index++;
        }
    }
}
