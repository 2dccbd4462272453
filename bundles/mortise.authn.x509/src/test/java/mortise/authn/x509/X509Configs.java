package mortise.authn.x509;

import java.lang.annotation.Annotation;

/** Configurations as Declarative Services would make them. */
final class X509Configs {

    private X509Configs() {
    }

    static X509Config config(String... files) {
        return new X509Config() {
            @Override
            public String[] client_ca_file() {
                return files;
            }

            @Override
            public Class<? extends Annotation> annotationType() {
                return X509Config.class;
            }
        };
    }
}
