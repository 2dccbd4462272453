package mortise.storage.encryption;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Settings of encryption at rest. */
@ObjectClassDefinition(
        name = "Storage: encryption",
        description = "How objects are encrypted before they are stored. Off unless a file is given.")
public @interface EncryptionConfig {

    /** File that says what is encrypted how. */
    @AttributeDefinition(
            name = "encryption.provider.config",
            description = "Path of a file with an EncryptionConfiguration of apiserver.config.k8s.io/v1, at most"
                    + " 1 MiB: which resources are encrypted with which keys.")
    String encryption_provider_config() default "";

    /** Whether a changed file takes effect without a restart. */
    @AttributeDefinition(
            name = "encryption.provider.config.automatic.reload",
            description = "Whether a changed file takes effect without a restart. One with a mistake in it changes"
                    + " nothing.")
    boolean encryption_provider_config_automatic_reload() default false;
}
