package mortise.core.launcher;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/** The client configuration of the administrator. */
final class Kubeconfig {

    private Kubeconfig() {
    }

    /** Writes the file when its content changes. */
    static void write(Path file, String server, String authorityPem, Identity administrator) throws IOException {
        String text = """
                apiVersion: v1
                kind: Config
                clusters:
                - name: mortise
                  cluster:
                    server: %s
                    certificate-authority-data: %s
                users:
                - name: admin
                  user:
                    client-certificate-data: %s
                    client-key-data: %s
                contexts:
                - name: mortise
                  context:
                    cluster: mortise
                    user: admin
                current-context: mortise
                """.formatted(server, base64(authorityPem), base64(administrator.certificatePem()),
                base64(administrator.clientKeyPem()));
        if (!Files.exists(file) || !Files.readString(file).equals(text)) {
            PrivateFiles.write(file, text);
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
