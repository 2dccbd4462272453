package mortise.core.schema;

import java.util.Set;

/** Names of resources such as {@code cpu} and {@code example.com/gpu}, and the amounts that go with them. */
public final class ResourceNames {

    private static final String HUGE_PAGES = "hugepages-";
    private static final String REQUESTS = "requests.";

    private static final Set<String> CONTAINER = Set.of("cpu", "memory", "ephemeral-storage");
    private static final Set<String> COUNTED = Set.of("pods", "resourcequotas", "services", "replicationcontrollers",
            "secrets", "configmaps", "persistentvolumeclaims", "services.nodeports", "services.loadbalancers");
    private static final Set<String> STANDARD = Set.of("cpu", "memory", "ephemeral-storage", "requests.cpu",
            "requests.memory", "requests.ephemeral-storage", "limits.cpu", "limits.memory",
            "limits.ephemeral-storage", "pods", "resourcequotas", "services", "replicationcontrollers", "secrets",
            "configmaps", "persistentvolumeclaims", "storage", "requests.storage", "services.nodeports",
            "services.loadbalancers");
    private static final Set<String> QUOTA = Set.of("cpu", "memory", "ephemeral-storage", "requests.cpu",
            "requests.memory", "requests.storage", "requests.ephemeral-storage", "limits.cpu", "limits.memory",
            "limits.ephemeral-storage", "pods", "resourcequotas", "services", "replicationcontrollers", "secrets",
            "persistentvolumeclaims", "configmaps", "services.nodeports", "services.loadbalancers");

    private ResourceNames() {
    }

    /** Says whether the name is one of those with a meaning of their own, without a domain. */
    public static boolean isStandard(String name) {
        return STANDARD.contains(name) || isQuotaHugePages(name);
    }

    /** Says whether containers may have the resource, when it has no domain. */
    public static boolean isStandardForContainers(String name) {
        return CONTAINER.contains(name) || isHugePages(name);
    }

    /** Says whether quotas may name the resource, when it has no domain. */
    public static boolean isStandardForQuota(String name) {
        return QUOTA.contains(name) || isQuotaHugePages(name);
    }

    /** Says whether the name is that of huge pages of some size. */
    public static boolean isHugePages(String name) {
        return name.startsWith(HUGE_PAGES);
    }

    private static boolean isQuotaHugePages(String name) {
        return isHugePages(name) || name.startsWith(REQUESTS + HUGE_PAGES);
    }

    /** Says whether the resource is of the system: without a domain, or in its own. */
    public static boolean isNative(String name) {
        return name.indexOf('/') < 0 || name.contains("kubernetes.io/");
    }

    /** Says whether the resource is somebody else's, with a domain; such are counted in whole numbers. */
    public static boolean isExtended(String name) {
        return !isNative(name) && !name.startsWith(REQUESTS) && Names.qualified(REQUESTS + name).isEmpty();
    }

    /** Says whether amounts of the resource must be whole numbers. */
    public static boolean isWhole(String name) {
        return COUNTED.contains(name) || isExtended(name);
    }

    /** Says whether limits of the resource may exceed requests. */
    public static boolean isOvercommitAllowed(String name) {
        return isNative(name) && !isHugePages(name);
    }

    /** Checks that the name in {@code at} is a qualified name, and a standard one when it has no domain. */
    public static boolean check(FieldView at, String name) {
        int before = at.errors().size();
        Names.qualified(name).forEach(why -> at.invalid(name, why));
        if (at.errors().size() > before) {
            return false;
        }
        if (name.indexOf('/') < 0 && !isStandard(name)) {
            at.invalid(name, "must be a standard resource type or fully qualified");
        }
        return true;
    }

    /** Checks the name of a resource of containers. */
    public static void checkForContainer(FieldView at, String name) {
        check(at, name);
        if (name.indexOf('/') < 0) {
            if (!isStandardForContainers(name)) {
                at.invalid(name, "must be a standard resource for containers");
            }
        } else if (!isNative(name) && !isExtended(name)) {
            at.invalid(name, "doesn't follow extended resource name standard");
        }
    }

    /** Checks the name of a resource of quotas. */
    public static void checkForQuota(FieldView at, String name) {
        check(at, name);
        if (name.indexOf('/') < 0 && !isStandardForQuota(name)) {
            at.invalid(name, "must be a standard resource for quota");
        }
    }

    /** Checks an amount: at least 0, and whole when the resource is counted. */
    public static void checkAmount(FieldView amount, String name) {
        amount.quantity();
        if (isWhole(name) && !Amounts.isWhole(amount.value())) {
            amount.invalid("must be an integer");
        }
    }
}
