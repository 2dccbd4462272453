package mortise.controller.rolebootstrap;

import mortise.api.GroupVersion;
import mortise.spi.operations.ServerNames;

/** Names of this server's domains, made from those that the data file is written with. Pure functions. */
final class RoleNames {

    private static final String WRITTEN_GROUPS = ".k8s.io";

    private final ServerNames names;

    RoleNames(ServerNames names) {
        this.names = names;
    }

    /** Returns the version in which roles are read and written. */
    GroupVersion version() {
        return new GroupVersion(names.group("rbac.authorization"), "v1");
    }

    /** Returns a group as this server calls it; {@code core} is the one without a name. */
    String group(String written) {
        if (written.equals("core")) {
            return "";
        }
        return written.endsWith(WRITTEN_GROUPS)
                ? names.group(written.substring(0, written.length() - WRITTEN_GROUPS.length())) : written;
    }

    /** Returns the key of a label that begins with a group. */
    String label(String written) {
        int slash = written.indexOf('/');
        return slash < 0 ? written : group(written.substring(0, slash)) + written.substring(slash);
    }

    /** Returns the key of the label that all of these objects have. */
    String bootstrapping() {
        return names.labelDomain() + "/bootstrapping";
    }

    /** Returns the key of the annotation that says whether an object is kept as it should be. */
    String autoupdate() {
        return "rbac.authorization." + names.labelDomain() + "/autoupdate";
    }
}
