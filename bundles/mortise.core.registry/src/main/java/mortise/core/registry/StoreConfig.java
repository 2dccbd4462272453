package mortise.core.registry;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Which storage backend is used. Changing it starts everything above the store anew. */
@ObjectClassDefinition(name = "Storage", description = "Which storage backend is used.")
public @interface StoreConfig {

    /** Name of the backend. */
    @AttributeDefinition(name = "--storage-backend", description = "Storage backend, for example rocksdb or memory.")
    String storage_backend() default "rocksdb";

    /** File that says how objects are encrypted; here only whether they are. */
    @AttributeDefinition(name = "--encryption-provider-config", required = false, description = "When set, nothing is"
            + " served without the bundle that encrypts.")
    String encryption_provider_config() default "";
}
