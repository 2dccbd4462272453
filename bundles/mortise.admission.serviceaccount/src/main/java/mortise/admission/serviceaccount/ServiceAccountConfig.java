package mortise.admission.serviceaccount;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Settings of service accounts of pods. */
@ObjectClassDefinition(
        name = "Admission: ServiceAccount",
        description = "Pods get a service account, and its token as a volume.")
@interface ServiceAccountConfig {

    @AttributeDefinition(
            name = "--default-service-account-wait-millis",
            description = "Milliseconds that a new pod waits for the service account of a new namespace before it is"
                    + " refused.",
            min = "0", max = "9000")
    int default_service_account_wait_millis() default 1_500;

    @AttributeDefinition(
            name = "--service-ca-config-map",
            description = "One more ConfigMap with certificates that goes into the volume of the token, as name:key;"
                    + " empty for none. Nodes start no pod while its namespace has no such ConfigMap.")
    String service_ca_config_map() default "openshift-service-ca.crt:service-ca.crt";
}
