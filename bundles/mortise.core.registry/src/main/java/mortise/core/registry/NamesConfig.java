package mortise.core.registry;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** What built-in names end in. Changing it starts everything that has such names anew. */
@ObjectClassDefinition(name = "Names", description = "The domains that built-in names are made with.")
public @interface NamesConfig {

    /** Suffix of group names. */
    @AttributeDefinition(name = "--api-domain", description = "Domain that names of built-in API groups end in.")
    String api_domain() default "k8s.io";

    /** Suffix of label keys. */
    @AttributeDefinition(name = "--label-domain", description = "Domain of built-in labels, annotations and finalizers;"
            + " when empty, kubernetes.io, or the API domain when that is changed.")
    String label_domain() default "";
}
