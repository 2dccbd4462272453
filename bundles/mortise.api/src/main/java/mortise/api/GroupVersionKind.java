package mortise.api;

/**
 * The schema of an object in one version.
 *
 * @param group name of the group; empty for the core group
 * @param version version within the group
 * @param kind name of the schema, for example {@code ConfigMap}
 */
public record GroupVersionKind(String group, String version, String kind) {

    /** Returns the version part, as an object carries it in {@code apiVersion}. */
    public GroupVersion groupVersion() {
        return new GroupVersion(group, version);
    }
}
