package mortise.api;

/**
 * A resource type independent of version.
 *
 * @param group name of the group; empty for the core group
 * @param resource plural lower-case name as it stands in the URL, for example {@code deployments}
 */
public record GroupResource(String group, String resource) {

    /** Returns the form that messages use: {@code deployments.apps}, {@code pods}. */
    @Override
    public String toString() {
        return group.isEmpty() ? resource : resource + "." + group;
    }
}
