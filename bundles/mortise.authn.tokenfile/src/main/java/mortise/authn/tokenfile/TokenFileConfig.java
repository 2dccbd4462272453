package mortise.authn.tokenfile;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Settings of the token file. */
@ObjectClassDefinition(
        name = "Authentication: token file",
        description = "Bearer tokens listed in a file. Off unless a file is given.")
@interface TokenFileConfig {

    @AttributeDefinition(
            name = "token.auth.file",
            description = "Path of a CSV file, at most 16 MiB, with lines of token,user,uid and optionally"
                    + " \"group1,group2\". Read at start and when this setting changes.")
    String token_auth_file() default "";
}
