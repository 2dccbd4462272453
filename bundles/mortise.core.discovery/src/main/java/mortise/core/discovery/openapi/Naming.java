package mortise.core.discovery.openapi;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import mortise.api.GroupVersion;

/**
 * How the things of a group version are called in documents: {@code apps_v1}, {@code AppsV1},
 * {@code io.k8s.api.apps.v1.Deployment}. Client generators name their classes and methods after these.
 *
 * @param version the group version
 * @param apiDomain suffix of the built-in groups' names
 */
record Naming(GroupVersion version, String apiDomain) {

    /** Returns the group, first letter small, as the tag of what belongs to no version: {@code rbacAuthorization}. */
    String group() {
        String group = joined();
        return group.substring(0, 1).toLowerCase(Locale.ROOT) + group.substring(1);
    }

    /** Returns the tag of the version's operations, {@code rbacAuthorization_v1}. */
    String tag() {
        return group() + "_" + version.version();
    }

    /** Returns the part of operation names that tells the group, {@code RbacAuthorization}. */
    String joined() {
        var joined = new StringBuilder();
        for (String word : plainGroup().split("[^A-Za-z0-9]+")) {
            joined.append(capital(word));
        }
        return joined.length() == 0 ? "Core" : joined.toString();
    }

    /** Returns the part of operation names that tells the group version, {@code RbacAuthorizationV1}. */
    String id() {
        return joined() + capital(version.version());
    }

    /** Returns the path below which the version's resources are, {@code /apis/apps/v1}. */
    String root() {
        return (version.group().isEmpty() ? "/api/" : "/apis/") + version;
    }

    /** Returns the name of a kind that says no name itself: {@code com.example.v1.CronTab} for foreign groups. */
    String schema(String kind) {
        if (isBuiltIn()) {
            String group = version.group().isEmpty() ? "core" : plainGroup().split("\\.", 2)[0];
            return "io.k8s.api." + group + "." + version.version() + "." + kind;
        }
        List<String> labels = new ArrayList<>(List.of(version.group().split("\\.")));
        Collections.reverse(labels);
        return String.join(".", labels) + "." + version.version() + "." + kind;
    }

    static String capital(String word) {
        return word.isEmpty() ? word : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    private boolean isBuiltIn() {
        return !version.group().contains(".") || version.group().endsWith("." + apiDomain);
    }

    private String plainGroup() {
        String suffix = "." + apiDomain;
        String group = version.group();
        return group.endsWith(suffix) ? group.substring(0, group.length() - suffix.length()) : group;
    }
}
