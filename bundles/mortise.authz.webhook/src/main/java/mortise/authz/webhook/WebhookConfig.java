package mortise.authz.webhook;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Settings of servers that are asked about requests. */
@ObjectClassDefinition(
        name = "Authorization: webhooks",
        description = "One server by flags, asked when the mode Webhook is configured, or several by a file that says"
                + " in which order everybody is asked.")
@interface WebhookConfig {

    @AttributeDefinition(
            name = "authorization.config", required = false,
            description = "File with an AuthorizationConfiguration: who is asked about requests, and in which order."
                    + " Changes are noticed within a few seconds. Not together with --authorization-mode or"
                    + " --authorization-webhook-* flags.")
    String authorization_config() default "";

    @AttributeDefinition(
            name = "authorization.mode", required = false,
            description = "Authorization modes in the order in which they are asked, separated by commas.")
    String[] authorization_mode() default {};

    @AttributeDefinition(
            name = "authorization.policy.file", required = false,
            description = "File with policies, at most 16 MiB. Needed with the mode ABAC. Changes are noticed within a"
                    + " few seconds; a changed file that cannot be used changes nothing.")
    String authorization_policy_file() default "";

    @AttributeDefinition(
            name = "authorization.webhook.config.file", required = false,
            description = "Kubeconfig file that says which server is asked. Needed with the mode Webhook.")
    String authorization_webhook_config_file() default "";

    @AttributeDefinition(
            name = "authorization.webhook.version",
            description = "Version of the SubjectAccessReview that the server is sent: v1 or v1beta1.")
    String authorization_webhook_version() default "v1beta1";

    @AttributeDefinition(
            name = "authorization.webhook.cache.authorized.ttl",
            description = "How long an answer that allows counts, for example 5m0s.")
    String authorization_webhook_cache_authorized_ttl() default "5m0s";

    @AttributeDefinition(
            name = "authorization.webhook.cache.unauthorized.ttl",
            description = "How long an answer that does not allow counts, for example 30s.")
    String authorization_webhook_cache_unauthorized_ttl() default "30s";
}
