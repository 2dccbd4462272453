package mortise.ops.audit;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Settings of what is recorded. */
@ObjectClassDefinition(
        name = "Audit: policy",
        description = "What is recorded about which requests. Nothing is recorded unless a file is given.")
@interface AuditPolicyConfig {

    @AttributeDefinition(
            name = "audit.policy.file",
            description = "Path of a file with a Policy of audit.k8s.io/v1, at most 1 MiB. Read at start and when this"
                    + " setting changes.")
    String audit_policy_file() default "";
}
