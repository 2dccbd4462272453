package mortise.spi.operations;

import org.osgi.annotation.versioning.ProviderType;

/**
 * The domains that names of this server are built with. One service of the core; it is registered anew when they are
 * configured differently.
 */
@ProviderType
public interface ServerNames {

    /** Returns names of these domains that never change, for whatever works without a server. */
    static ServerNames of(String apiDomain, String labelDomain) {
        return new ServerNames() {
            @Override
            public String apiDomain() {
                return apiDomain;
            }

            @Override
            public String labelDomain() {
                return labelDomain;
            }
        };
    }

    /** Returns the suffix of built-in group names, {@code --api-domain}; {@code k8s.io} unless configured. */
    String apiDomain();

    /** Returns the suffix of label, annotation and finalizer keys, {@code --label-domain}; {@code kubernetes.io}. */
    String labelDomain();

    /** Returns the name of a built-in group: {@code coordination} becomes {@code coordination.k8s.io}. */
    default String group(String name) {
        return name + "." + apiDomain();
    }
}
