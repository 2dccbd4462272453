package mortise.authn.anonymous;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Settings of the anonymous identity. */
@ObjectClassDefinition(
        name = "Authentication: anonymous",
        description = "Gives requests without any credential the identity system:anonymous.")
@interface AnonymousConfig {

    @AttributeDefinition(
            name = "anonymous.auth",
            description = "Whether requests that carry no credential are anonymous (true) or answered with 401 (false)."
                    + " What anonymous requests may do is for the authorizers to say.")
    boolean anonymous_auth() default true;

    @AttributeDefinition(
            name = "authentication.config", required = false,
            description = "File with an AuthenticationConfiguration: whose tokens count, and who may be anonymous."
                    + " Changes are noticed within a few seconds. Not together with --oidc-* flags.")
    String authentication_config() default "";
}
