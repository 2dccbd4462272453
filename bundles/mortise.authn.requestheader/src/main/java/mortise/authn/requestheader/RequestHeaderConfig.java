package mortise.authn.requestheader;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Settings of identities in headers. */
@ObjectClassDefinition(
        name = "Authentication: request headers",
        description = "Identities that a proxy tells in headers. Off unless the authorities of proxies are given.")
@interface RequestHeaderConfig {

    @AttributeDefinition(
            name = "requestheader.client.ca.file", required = false,
            description = "PEM file with the authorities of proxies. Headers are read only when one of them vouches for"
                    + " the client's certificate. A change of the file is noticed within a few seconds.")
    String requestheader_client_ca_file() default "";

    @AttributeDefinition(
            name = "requestheader.allowed.names", required = false,
            description = "Common names that certificates of proxies may have; any name without one.")
    String[] requestheader_allowed_names() default {};

    @AttributeDefinition(
            name = "requestheader.username.headers", required = false,
            description = "Headers with the user's name, X-Remote-User for example; the first that has a value counts.")
    String[] requestheader_username_headers() default {};

    @AttributeDefinition(
            name = "requestheader.uid.headers", required = false,
            description = "Headers with the user's uid, X-Remote-Uid for example; the first that has a value counts.")
    String[] requestheader_uid_headers() default {};

    @AttributeDefinition(
            name = "requestheader.group.headers", required = false,
            description = "Headers with groups, X-Remote-Group for example; every value is a group.")
    String[] requestheader_group_headers() default {};

    @AttributeDefinition(
            name = "requestheader.extra.headers.prefix", required = false,
            description = "What names of headers with further attributes begin with, X-Remote-Extra- for example.")
    String[] requestheader_extra_headers_prefix() default {};

    @AttributeDefinition(
            name = "client.ca.file", required = false,
            description = "Paths of PEM files with the authorities whose client certificates are trusted. Proxies need"
                    + " names of their own when their authority is among them.")
    String[] client_ca_file() default {};
}
