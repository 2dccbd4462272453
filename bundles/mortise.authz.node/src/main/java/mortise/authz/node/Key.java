package mortise.authz.node;

/**
 * An object that a node may have to do with.
 *
 * @param resource plural name of its resource
 * @param namespace its namespace; empty for a cluster-scoped one
 * @param name its name
 */
record Key(String resource, String namespace, String name) {

    static final String SECRETS = "secrets";
    static final String CONFIG_MAPS = "configmaps";
    static final String CLAIMS = "persistentvolumeclaims";
    static final String VOLUMES = "persistentvolumes";
    static final String ACCOUNTS = "serviceaccounts";
    static final String RESOURCE_CLAIMS = "resourceclaims";
    static final String PODS = "pods";
    static final String ATTACHMENTS = "volumeattachments";
    static final String SLICES = "resourceslices";
}
