package mortise.core.registry;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Which storage backend is used. Changing it starts everything above the store anew. */
@ObjectClassDefinition(name = "Storage", description = "Which storage backend is used.")
public @interface StoreConfig {

    /** Name of the backend. */
    @AttributeDefinition(name = "--storage-backend", description = "Storage backend, for example rocksdb or memory.")
    String storage_backend() default "rocksdb";

    /** Time limit of the health check {@code etcd}, as a duration; it is about the store, whichever it is. */
    @AttributeDefinition(name = "--etcd-healthcheck-timeout",
            description = "How long the store may take to answer the health check etcd, such as 2s.")
    String etcd_healthcheck_timeout() default "2s";

    /** Time limit of the readiness check {@code etcd-readiness}, as a duration. */
    @AttributeDefinition(name = "--etcd-readycheck-timeout",
            description = "How long the store may take to answer the readiness check etcd-readiness, such as 2s.")
    String etcd_readycheck_timeout() default "2s";

    /** File that says how objects are encrypted; here only whether they are. */
    @AttributeDefinition(name = "--encryption-provider-config", required = false, description = "When set, nothing is"
            + " served without the bundle that encrypts.")
    String encryption_provider_config() default "";
}
