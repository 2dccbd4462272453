package mortise.authn.jwt;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Settings of signed tokens of identity providers. */
@ObjectClassDefinition(
        name = "Authentication: identity providers",
        description = "Signed tokens (OpenID Connect) of one provider by flags, or of several by a file.")
@interface JwtConfig {

    @AttributeDefinition(
            name = "authentication.config", required = false,
            description = "File with an AuthenticationConfiguration: whose tokens count, and who may be anonymous."
                    + " Changes are noticed within a few seconds. Not together with --oidc-* flags.")
    String authentication_config() default "";

    @AttributeDefinition(
            name = "anonymous.auth", required = false,
            description = "Whether requests that carry no credential are anonymous (true) or answered with 401 (false)."
                    + " Not together with a file that says who may be anonymous.")
    String anonymous_auth() default "";

    @AttributeDefinition(
            name = "service.account.issuer", required = false,
            description = "Names of the issuer of tokens of service accounts; no provider may have one of them.")
    String[] service_account_issuer() default {"https://kubernetes.default.svc"};

    @AttributeDefinition(
            name = "oidc.issuer.url", required = false,
            description = "URL of the provider, https only. Needed with any other --oidc-* flag.")
    String oidc_issuer_url() default "";

    @AttributeDefinition(
            name = "oidc.client.id", required = false,
            description = "Audience that tokens must be meant for. Needed with any other --oidc-* flag.")
    String oidc_client_id() default "";

    @AttributeDefinition(
            name = "oidc.username.claim",
            description = "Claim with the user name. Of email, email_verified must not be false.")
    String oidc_username_claim() default "sub";

    @AttributeDefinition(
            name = "oidc.username.prefix", required = false,
            description = "Prefix of user names. Without one, that is the URL of the provider and a # for claims other"
                    + " than email; - is no prefix at all.")
    String oidc_username_prefix() default "";

    @AttributeDefinition(
            name = "oidc.groups.claim", required = false,
            description = "Claim with the groups, a text or a list of texts.")
    String oidc_groups_claim() default "";

    @AttributeDefinition(
            name = "oidc.groups.prefix", required = false,
            description = "Prefix of groups.")
    String oidc_groups_prefix() default "";

    @AttributeDefinition(
            name = "oidc.required.claim", required = false,
            description = "Claims that tokens must have, each as key=value; repeatable.")
    String[] oidc_required_claim() default {};

    @AttributeDefinition(
            name = "oidc.ca.file", required = false,
            description = "PEM file with the authorities that vouch for the provider's server. Without one, those that"
                    + " the JVM trusts do.")
    String oidc_ca_file() default "";

    @AttributeDefinition(
            name = "oidc.signing.algs",
            description = "Accepted signature algorithms: RS256, RS384, RS512, ES256, ES384, ES512, PS256, PS384,"
                    + " PS512.")
    String[] oidc_signing_algs() default {"RS256"};
}
