package mortise.authz.abac;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.Annotation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import mortise.spi.operations.ServerNames;

/** Files of policies for tests. */
final class PolicyFiles {

    static final ServerNames NAMES = ServerNames.of("k8s.io", "kubernetes.io");

    private PolicyFiles() {
    }

    /** Returns a line in the form with a version, of fields in the quotes of this language, like {@code 'user':'a'}. */
    static String policy(String fields) {
        return ("{'apiVersion':'abac.authorization.kubernetes.io/v1beta1','kind':'Policy','spec':{" + fields + "}}")
                .replace('\'', '"');
    }

    /** Writes lines of fields as {@link #policy} takes them. */
    static Path write(Path file, String... policies) {
        return writeText(file, Arrays.stream(policies).map(PolicyFiles::policy).collect(Collectors.joining("\n")));
    }

    static Path writeText(Path file, String text) {
        try {
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static AbacAuthorizer authorizer(Path file) {
        return new AbacAuthorizer(config(file.toString()), NAMES, false);
    }

    static AbacConfig config(String file, String... modes) {
        return new AbacConfig() {
            @Override
            public String authorization_policy_file() {
                return file;
            }

            @Override
            public String[] authorization_mode() {
                return modes;
            }

            @Override
            public Class<? extends Annotation> annotationType() {
                return AbacConfig.class;
            }
        };
    }
}
