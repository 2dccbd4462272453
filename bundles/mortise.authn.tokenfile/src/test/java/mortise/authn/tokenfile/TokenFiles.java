package mortise.authn.tokenfile;

import java.lang.annotation.Annotation;

/** Configurations as Declarative Services would make them. */
final class TokenFiles {

    private TokenFiles() {
    }

    static TokenFileConfig config(String file) {
        return new TokenFileConfig() {
            @Override
            public String token_auth_file() {
                return file;
            }

            @Override
            public Class<? extends Annotation> annotationType() {
                return TokenFileConfig.class;
            }
        };
    }
}
