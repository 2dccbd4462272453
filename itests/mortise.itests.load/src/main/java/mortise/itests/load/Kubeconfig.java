package mortise.itests.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Address and identity from a kubeconfig that holds one cluster and one user, such as a server writes at its first
 * start.
 *
 * @param server where it listens
 * @param authority PEM text of the certificates that may have signed the server's
 * @param certificate PEM text of the client's certificate, if it has one
 * @param key PEM text of the client's key, if it has one
 * @param token a bearer token, if it has one
 */
record Kubeconfig(URI server, String authority, Optional<String> certificate, Optional<String> key,
        Optional<String> token) {

    static Kubeconfig read(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        return parse(Files.readString(file), folder == null ? Path.of("/") : folder);
    }

    static Kubeconfig parse(String text, Path folder) throws IOException {
        URI server = URI.create(value(text, "server").orElseThrow(() -> new IOException("kubeconfig has no server")));
        // Load belongs on the machine of the one who makes it; its process is looked at there as well.
        if (!server.getScheme().equals("https") || !InetAddress.getByName(host(server)).isLoopbackAddress()) {
            throw new IOException("the server must be https:// on a loopback address, not " + server);
        }
        String authority = pem(text, "certificate-authority", folder)
                .orElseThrow(() -> new IOException("kubeconfig has no certificate-authority"));
        return new Kubeconfig(server, authority, pem(text, "client-certificate", folder),
                pem(text, "client-key", folder), value(text, "token"));
    }

    static String host(URI server) {
        return server.getHost().replace("[", "").replace("]", "");
    }

    private static Optional<String> pem(String text, String key, Path folder) throws IOException {
        Optional<String> data = value(text, key + "-data");
        if (data.isPresent()) {
            return Optional.of(new String(Base64.getDecoder().decode(data.get()), StandardCharsets.US_ASCII));
        }
        Optional<String> path = value(text, key);
        return path.isPresent() ? Optional.of(Files.readString(folder.resolve(path.get()))) : Optional.empty();
    }

    private static Optional<String> value(String text, String key) {
        Pattern line = Pattern.compile("^[\\s\\-]*\"?" + Pattern.quote(key) + "\"?:\\s*\"?([^\"\\s,]+)\"?,?\\s*$",
                Pattern.MULTILINE);
        Matcher matcher = line.matcher(text);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }
}
