package mortise.controller.serviceaccount;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Settings of the service accounts that namespaces get. */
@ObjectClassDefinition(
        name = "Controller: service accounts",
        description = "Gives every namespace the service account of pods that name none.")
@interface ServiceAccountControllerConfig {

    @AttributeDefinition(
            name = "--default-service-accounts",
            description = "Whether the server itself gives every namespace the service account default. Off where a"
                    + " kube-controller-manager does it.")
    boolean default_service_accounts() default false;
}
