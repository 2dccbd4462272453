package mortise.ops.audit.webhook;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;

/** Settings of the server that is told. */
@ObjectClassDefinition(
        name = "Audit: webhook",
        description = "Where what is recorded about requests is sent. Off unless a file is given; a policy has to be"
                + " given too.")
@interface AuditWebhookConfig {

    @AttributeDefinition(name = "audit.webhook.config.file",
            description = "File in the format of a kubeconfig that names the server. It, and what it refers to, is"
                    + " read again within seconds when it changes.")
    String audit_webhook_config_file() default "";

    @AttributeDefinition(name = "audit.webhook.initial.backoff",
            description = "Pause before a second attempt, for example 10s; later ones are longer.")
    String audit_webhook_initial_backoff() default "10s";

    @AttributeDefinition(name = "audit.webhook.mode",
            description = "batch: events wait in a queue and are lost when it is full. blocking: they are sent"
                    + " before the request goes on. blocking-strict: and a request that cannot be recorded when it"
                    + " comes is refused.",
            options = {@Option("batch"), @Option("blocking"), @Option("blocking-strict")})
    String audit_webhook_mode() default "batch";

    @AttributeDefinition(name = "audit.webhook.batch.buffer.size", min = "1",
            description = "Most events that wait, in mode batch.")
    int audit_webhook_batch_buffer_size() default 10_000;

    @AttributeDefinition(name = "audit.webhook.batch.max.size", min = "1",
            description = "Most events that are sent at once, in mode batch.")
    int audit_webhook_batch_max_size() default 400;

    @AttributeDefinition(name = "audit.webhook.batch.max.wait",
            description = "How long events wait for others to be sent with, in mode batch, for example 30s.")
    String audit_webhook_batch_max_wait() default "30s";

    @AttributeDefinition(name = "audit.webhook.batch.throttle.enable",
            description = "Whether no more than so many batches are sent in a second, in mode batch.")
    boolean audit_webhook_batch_throttle_enable() default true;

    @AttributeDefinition(name = "audit.webhook.batch.throttle.qps", min = "0",
            description = "Most batches a second, on average.")
    double audit_webhook_batch_throttle_qps() default 10;

    @AttributeDefinition(name = "audit.webhook.batch.throttle.burst", min = "0",
            description = "Most batches at once when there were fewer before.")
    int audit_webhook_batch_throttle_burst() default 15;

    @AttributeDefinition(name = "audit.webhook.truncate.enabled",
            description = "Whether bodies are left out of events that are too long, and events that are too long even"
                    + " so are lost.")
    boolean audit_webhook_truncate_enabled() default false;

    @AttributeDefinition(name = "audit.webhook.truncate.max.event.size", min = "1",
            description = "Most bytes of an event when truncating.")
    int audit_webhook_truncate_max_event_size() default 102_400;

    @AttributeDefinition(name = "audit.webhook.truncate.max.batch.size", min = "1",
            description = "Most bytes that are sent at once when truncating.")
    int audit_webhook_truncate_max_batch_size() default 10 * 1024 * 1024;

    @AttributeDefinition(name = "audit.webhook.version",
            description = "API version of the events.", options = {@Option("audit.k8s.io/v1")})
    String audit_webhook_version() default "audit.k8s.io/v1";
}
