package mortise.controller.garbagecollector;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Settings of the garbage collector. */
@ObjectClassDefinition(
        name = "Controller: garbage collector",
        description = "Deletes objects whose owners are gone, and deletes or releases those of owners that go.")
@interface GarbageCollectorConfig {

    @AttributeDefinition(
            name = "--concurrent-gc-syncs",
            description = "How many objects are worked on at the same time at most; 1 to 1000.",
            min = "1", max = "1000")
    int concurrent_gc_syncs() default 20;
}
