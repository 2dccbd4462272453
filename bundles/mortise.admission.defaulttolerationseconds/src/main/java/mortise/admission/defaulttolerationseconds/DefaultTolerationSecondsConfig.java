package mortise.admission.defaulttolerationseconds;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Settings of the tolerations that pods get. */
@ObjectClassDefinition(
        name = "Admission: DefaultTolerationSeconds",
        description = "How long pods stay on a node that has gone wrong.")
@interface DefaultTolerationSecondsConfig {

    @AttributeDefinition(
            name = "--default-not-ready-toleration-seconds",
            description = "Seconds that a pod stays on a node that is not ready, unless the pod says otherwise.",
            min = "0")
    long default_not_ready_toleration_seconds() default 300;

    @AttributeDefinition(
            name = "--default-unreachable-toleration-seconds",
            description = "Seconds that a pod stays on a node that cannot be reached, unless the pod says otherwise.",
            min = "0")
    long default_unreachable_toleration_seconds() default 300;
}
