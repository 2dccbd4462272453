package mortise.ops.audit;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;

/** Settings of the log. */
@ObjectClassDefinition(
        name = "Audit: log",
        description = "Where what is recorded about requests is written. Off unless a path is given; a policy has to be"
                + " given too.")
@interface AuditLogConfig {

    @AttributeDefinition(name = "audit.log.path",
            description = "Path of the file that events are appended to, one a line; - for standard output.")
    String audit_log_path() default "";

    @AttributeDefinition(name = "audit.log.format", description = "Form of the lines: json, or legacy for text.",
            options = {@Option("json"), @Option("legacy")})
    String audit_log_format() default "json";

    @AttributeDefinition(name = "audit.log.maxage", min = "0",
            description = "Days that old files are kept, by the time in their names; 0 for no limit.")
    int audit_log_maxage() default 0;

    @AttributeDefinition(name = "audit.log.maxbackup", min = "0",
            description = "How many old files are kept; 0 for no limit.")
    int audit_log_maxbackup() default 0;

    @AttributeDefinition(name = "audit.log.maxsize", min = "0",
            description = "Megabytes that the file has before it is renamed and a new one begun; 0 for 100.")
    int audit_log_maxsize() default 0;

    @AttributeDefinition(name = "audit.log.compress", description = "Whether old files are compressed with gzip.")
    boolean audit_log_compress() default false;

    @AttributeDefinition(name = "audit.log.mode",
            description = "batch: events wait in a queue and are lost when it is full. blocking: they are written"
                    + " before the request goes on. blocking-strict: and a request that cannot be recorded when it"
                    + " comes is refused.",
            options = {@Option("batch"), @Option("blocking"), @Option("blocking-strict")})
    String audit_log_mode() default "blocking";

    @AttributeDefinition(name = "audit.log.batch.buffer.size", min = "1",
            description = "Most events that wait, in mode batch.")
    int audit_log_batch_buffer_size() default 10_000;

    @AttributeDefinition(name = "audit.log.batch.max.size", min = "1",
            description = "Most events that are written at once, in mode batch.")
    int audit_log_batch_max_size() default 1;

    @AttributeDefinition(name = "audit.log.batch.max.wait",
            description = "How long events wait for others to be written with, in mode batch, for example 30s.")
    String audit_log_batch_max_wait() default "0s";

    @AttributeDefinition(name = "audit.log.batch.throttle.enable",
            description = "Whether no more than so many batches are written in a second, in mode batch.")
    boolean audit_log_batch_throttle_enable() default false;

    @AttributeDefinition(name = "audit.log.batch.throttle.qps", min = "0",
            description = "Most batches a second, on average.")
    double audit_log_batch_throttle_qps() default 0;

    @AttributeDefinition(name = "audit.log.batch.throttle.burst", min = "0",
            description = "Most batches at once when there were fewer before.")
    int audit_log_batch_throttle_burst() default 0;

    @AttributeDefinition(name = "audit.log.truncate.enabled",
            description = "Whether bodies are left out of events that are too long.")
    boolean audit_log_truncate_enabled() default false;

    @AttributeDefinition(name = "audit.log.truncate.max.event.size", min = "1",
            description = "Most bytes of an event when truncating.")
    int audit_log_truncate_max_event_size() default 102_400;

    @AttributeDefinition(name = "audit.log.truncate.max.batch.size", min = "1",
            description = "Most bytes that are written at once when truncating.")
    int audit_log_truncate_max_batch_size() default 10 * 1024 * 1024;

    @AttributeDefinition(name = "audit.log.version", description = "API version of the events.",
            options = {@Option("audit.k8s.io/v1")})
    String audit_log_version() default "audit.k8s.io/v1";
}
