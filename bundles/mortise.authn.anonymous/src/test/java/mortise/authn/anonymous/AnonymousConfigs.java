package mortise.authn.anonymous;

import java.lang.annotation.Annotation;

/** Configurations as Declarative Services would make them. */
final class AnonymousConfigs {

    private AnonymousConfigs() {
    }

    static AnonymousConfig enabled(boolean enabled) {
        return enabled(enabled, "");
    }

    static AnonymousConfig enabled(boolean enabled, String file) {
        return new AnonymousConfig() {
            @Override
            public boolean anonymous_auth() {
                return enabled;
            }

            @Override
            public String authentication_config() {
                return file;
            }

            @Override
            public Class<? extends Annotation> annotationType() {
                return AnonymousConfig.class;
            }
        };
    }
}
