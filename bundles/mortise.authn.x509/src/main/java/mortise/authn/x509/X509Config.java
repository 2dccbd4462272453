package mortise.authn.x509;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Settings of client certificates. */
@ObjectClassDefinition(
        name = "Authentication: client certificates",
        description = "Client certificates as identities. Off unless the authorities to trust are given.")
@interface X509Config {

    @AttributeDefinition(
            name = "client.ca.file",
            description = "Paths of PEM files, separated by commas, at most 4 MiB each, with the certificates of the"
                    + " authorities whose client certificates are trusted. Changes of the files are noticed within a"
                    + " few seconds.")
    String[] client_ca_file() default {};
}
