package mortise.authn.bootstraptoken;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Settings of bootstrap tokens. */
@ObjectClassDefinition(
        name = "Authentication: bootstrap tokens",
        description = "Bearer tokens in secrets, with which nodes join.")
@interface BootstrapTokenConfig {

    @AttributeDefinition(
            name = "enable.bootstrap.token.auth",
            description = "Whether secrets of type bootstrap.kubernetes.io/token in kube-system are bearer tokens.")
    boolean enable_bootstrap_token_auth() default false;
}
