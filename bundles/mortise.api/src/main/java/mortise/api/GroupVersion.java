package mortise.api;

/**
 * A version of an API group, written {@code v1} for the core group and {@code apps/v1} for a named one.
 *
 * @param group name of the group; empty for the core group
 * @param version version within the group, for example {@code v1beta1}
 */
public record GroupVersion(String group, String version) {

    /**
     * Reads the form an object carries in {@code apiVersion}; a text without a slash is a version of the core group.
     */
    public static GroupVersion parse(String apiVersion) {
        int slash = apiVersion.indexOf('/');
        return slash < 0
                ? new GroupVersion("", apiVersion)
                : new GroupVersion(apiVersion.substring(0, slash), apiVersion.substring(slash + 1));
    }

    /** Returns the kind of the given name in this version. */
    public GroupVersionKind kind(String kind) {
        return new GroupVersionKind(group, version, kind);
    }

    /** Returns the form an object carries in {@code apiVersion}. */
    @Override
    public String toString() {
        return group.isEmpty() ? version : group + "/" + version;
    }
}
