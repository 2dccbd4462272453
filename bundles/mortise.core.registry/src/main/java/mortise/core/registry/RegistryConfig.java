package mortise.core.registry;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** What the registry can be told. */
@ObjectClassDefinition(
        name = "Resources",
        description = "Which groups are served, and the limits of watches.")
public @interface RegistryConfig {

    /** Which versions are served. */
    @AttributeDefinition(name = "--runtime-config", description = "Comma-separated key=bool pairs that switch APIs on"
            + " and off: group/version, group/version/resource, api/all, api/ga, api/beta, api/alpha.")
    String runtime_config() default "";

    /** Admission plug-ins that are on. */
    @AttributeDefinition(name = "--enable-admission-plugins", description = "Admission plug-ins that are on besides"
            + " those that are on by default, for example NodeRestriction. Their order does not matter.")
    String[] enable_admission_plugins() default {};

    /** Admission plug-ins that are off. */
    @AttributeDefinition(name = "--disable-admission-plugins", description = "Admission plug-ins that are off although"
            + " they are on by default, for example NamespaceLifecycle. Their order does not matter.")
    String[] disable_admission_plugins() default {};

    /** Threads of a collection's deletion. */
    @AttributeDefinition(name = "--delete-collection-workers", description = "Objects that are deleted at the same time"
            + " when a collection is deleted.", min = "1", max = "64")
    int delete_collection_workers() default 1;

    /** Time limit of an admission plug-in, in seconds. */
    @AttributeDefinition(name = "--plugin-timeout-seconds", description = "Seconds an admission plug-in may take before"
            + " its request is answered with 504.", min = "1", max = "300")
    int plugin_timeout_seconds() default 10;

    /** Threads that wake watches. */
    @AttributeDefinition(name = "--watch-dispatch-threads", description = "Threads that hand events to watches.",
            min = "1", max = "64")
    int watch_dispatch_threads() default 2;

    /** Limit of the event log of a resource. */
    @AttributeDefinition(name = "--watch-history-events", description = "Changes per resource that are kept in memory"
            + " for watches which resume.", min = "1")
    int watch_history_events() default 10_000;

    /** Limit of the queue of a watch. */
    @AttributeDefinition(name = "--watch-queue-events", description = "Events that may wait for one watch before it is"
            + " ended as too slow.", min = "1")
    int watch_queue_events() default 1_000;

    /** What objects are stored as. */
    @AttributeDefinition(name = "--storage-media-type", description = "What objects are stored as: application/json, or"
            + " application/vnd.kubernetes.protobuf for kinds that have such a form. Both are read, whatever this is.")
    String storage_media_type() default "application/json";
}
