package mortise.authz.abac;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Settings of the file of policies. */
@ObjectClassDefinition(
        name = "Authorization: ABAC",
        description = "Policies listed in a file, one JSON object a line. Asked when the mode ABAC is configured.")
@interface AbacConfig {

    @AttributeDefinition(
            name = "authorization.policy.file", required = false,
            description = "File with policies, at most 16 MiB. Needed with the mode ABAC. Changes are noticed within a"
                    + " few seconds; a changed file that cannot be used changes nothing.")
    String authorization_policy_file() default "";

    @AttributeDefinition(
            name = "authorization.mode", required = false,
            description = "Authorization modes in the order in which they are asked, separated by commas.")
    String[] authorization_mode() default {};
}
