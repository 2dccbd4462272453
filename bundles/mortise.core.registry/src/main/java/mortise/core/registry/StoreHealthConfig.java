package mortise.core.registry;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** How long the store may take before it counts as away. The flags say etcd, and mean the store, whichever it is. */
@ObjectClassDefinition(name = "Health of the store", description = "How long the store may take to be well.")
public @interface StoreHealthConfig {

    /** Time limit of the check {@code etcd}, as a duration. */
    @AttributeDefinition(name = "--etcd-healthcheck-timeout",
            description = "How long the store may take to answer the health check etcd, such as 2s.")
    String etcd_healthcheck_timeout() default "2s";

    /** Time limit of the check {@code etcd-readiness}, as a duration. */
    @AttributeDefinition(name = "--etcd-readycheck-timeout",
            description = "How long the store may take to answer the readiness check etcd-readiness, such as 2s.")
    String etcd_readycheck_timeout() default "2s";
}
