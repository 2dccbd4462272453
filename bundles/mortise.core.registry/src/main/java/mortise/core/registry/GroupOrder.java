package mortise.core.registry;

import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import mortise.spi.operations.ServerNames;

/** The order in which groups and versions are shown: built-in groups as Kubernetes has them, all others by name. */
final class GroupOrder implements Comparator<String> {

    /** Names that end in a dot get the API domain. */
    private static final List<String> BUILT_IN = List.of(
            "", "apiregistration.", "apps", "events.", "authentication.", "authorization.", "autoscaling", "batch",
            "certificates.", "networking.", "policy", "rbac.authorization.", "storage.", "admissionregistration.",
            "apiextensions.", "scheduling.", "coordination.", "node.", "discovery.", "resource.",
            "flowcontrol.apiserver.", "internal.apiserver.", "storagemigration.");

    private static final Pattern VERSION = Pattern.compile("v([0-9]{1,9})(?:(alpha|beta)([0-9]{1,9}))?");

    /** Preferred first: stable before beta before alpha, then the higher number; what is no such name comes last. */
    static final Comparator<String> VERSIONS =
            Comparator.comparingLong(GroupOrder::weight).reversed().thenComparing(Comparator.naturalOrder());

    private final List<String> order;

    GroupOrder(ServerNames names) {
        order = BUILT_IN.stream().map(name -> name.endsWith(".") ? name + names.apiDomain() : name).toList();
    }

    @Override
    public int compare(String left, String right) {
        int byPlace = Integer.compare(place(left), place(right));
        return byPlace != 0 ? byPlace : left.compareTo(right);
    }

    private int place(String group) {
        int index = order.indexOf(group);
        return index < 0 ? order.size() : index;
    }

    private static long weight(String version) {
        Matcher matcher = VERSION.matcher(version);
        if (!matcher.matches()) {
            return -1;
        }
        long major = Long.parseLong(matcher.group(1));
        if (matcher.group(2) == null) {
            return (3L << 60) + (major << 30);
        }
        long stage = matcher.group(2).equals("beta") ? 2 : 1;
        return (stage << 60) + (major << 30) + Long.parseLong(matcher.group(3));
    }
}
