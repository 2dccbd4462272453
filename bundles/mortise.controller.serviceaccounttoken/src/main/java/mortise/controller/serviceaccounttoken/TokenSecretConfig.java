package mortise.controller.serviceaccounttoken;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Settings of tokens in secrets. */
@ObjectClassDefinition(
        name = "Controller: tokens in secrets",
        description = "Fills secrets of type kubernetes.io/service-account-token, and deletes them with their account.")
@interface TokenSecretConfig {

    @AttributeDefinition(
            name = "service.account.token.secrets",
            description = "Whether the server itself fills and deletes such secrets. A kube-controller-manager would do"
                    + " it as well.")
    boolean service_account_token_secrets() default true;

    @AttributeDefinition(
            name = "root.ca.file", required = false,
            description = "PEM file with the authority of the server's certificate, which such secrets get as ca.crt."
                    + " Without one they get the server's own authority, if it has made one.")
    String root_ca_file() default "";
}
