package mortise.controller.clusterauthentication;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** What is told of authentication. */
@ObjectClassDefinition(
        name = "Controller: authentication of this server",
        description = "Tells servers behind this one, in a config map, which clients and which proxies to believe.")
@interface ClusterAuthenticationConfig {

    @AttributeDefinition(
            name = "client.ca.file", required = false,
            description = "Paths of PEM files with the authorities whose client certificates are trusted.")
    String[] client_ca_file() default {};

    @AttributeDefinition(
            name = "requestheader.client.ca.file", required = false,
            description = "PEM file with the authorities of proxies.")
    String requestheader_client_ca_file() default "";

    @AttributeDefinition(
            name = "requestheader.allowed.names", required = false,
            description = "Common names that certificates of proxies may have.")
    String[] requestheader_allowed_names() default {};

    @AttributeDefinition(
            name = "requestheader.username.headers", required = false, description = "Headers with the user's name.")
    String[] requestheader_username_headers() default {};

    @AttributeDefinition(
            name = "requestheader.uid.headers", required = false, description = "Headers with the user's uid.")
    String[] requestheader_uid_headers() default {};

    @AttributeDefinition(
            name = "requestheader.group.headers", required = false, description = "Headers with groups.")
    String[] requestheader_group_headers() default {};

    @AttributeDefinition(
            name = "requestheader.extra.headers.prefix", required = false,
            description = "What names of headers with further attributes begin with.")
    String[] requestheader_extra_headers_prefix() default {};
}
