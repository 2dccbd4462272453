package mortise.authn.webhook;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Settings of the server that knows tokens. */
@ObjectClassDefinition(
        name = "Authentication: webhook",
        description = "Bearer tokens that another server knows. Off unless a file is given.")
@interface WebhookConfig {

    @AttributeDefinition(
            name = "authentication.token.webhook.config.file", required = false,
            description = "File in the format of a kubeconfig that names the server. It, and what it refers to, is read"
                    + " again within seconds when it changes.")
    String authentication_token_webhook_config_file() default "";

    @AttributeDefinition(
            name = "authentication.token.webhook.version",
            description = "Version of TokenReview that is sent to and expected from the server: v1 or v1beta1.")
    String authentication_token_webhook_version() default "v1beta1";

    @AttributeDefinition(
            name = "authentication.token.webhook.cache.ttl",
            description = "How long an answer of the server holds, for example 2m0s; 0 for not at all.")
    String authentication_token_webhook_cache_ttl() default "2m0s";

    @AttributeDefinition(
            name = "api.audiences", required = false,
            description = "Audiences that this server is; the server is asked about them. Without any, the issuers.")
    String[] api_audiences() default {};

    @AttributeDefinition(
            name = "service.account.issuer", required = false,
            description = "Names of the issuer of tokens of service accounts.")
    String[] service_account_issuer() default {"https://kubernetes.default.svc"};
}
