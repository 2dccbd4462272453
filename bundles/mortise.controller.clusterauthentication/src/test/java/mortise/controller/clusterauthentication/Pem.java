package mortise.controller.clusterauthentication;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that look like certificates. */
final class Pem {

    private Pem() {
    }

    static String of(String content) {
        return "-----BEGIN CERTIFICATE-----\n" + content + "\n-----END CERTIFICATE-----\n";
    }

    static Path write(Path file, String... contents) throws IOException {
        var text = new StringBuilder("A comment.\n-----BEGIN SECRET-----\nnot told\n-----END SECRET-----\n");
        for (String content : contents) {
            text.append(of(content));
        }
        return Files.writeString(file, text);
    }
}
