package mortise.core.kubeconfig;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Optional;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;
import mortise.core.codec.JsonEncoder;
import mortise.core.codec.MalformedBodyException;

/**
 * What a plug-in answers.
 *
 * @param token bearer token
 * @param identity certificate to present
 * @param expires until when all that counts
 */
record ExecCredential(Optional<String> token, Optional<ClientIdentity> identity, Optional<Instant> expires) {

    private static final int DEPTH_MAX = 64;

    /** Returns what a plug-in is told, as compact JSON. */
    static String request(PluginCommand command, Cluster cluster, Optional<byte[]> authorities,
            boolean interactive) {
        var spec = new LinkedHashMap<String, Object>();
        if (command.provideClusterInfo()) {
            spec.put("cluster", info(cluster, authorities));
        }
        spec.put("interactive", interactive);
        var document = new LinkedHashMap<String, Object>();
        document.put("kind", "ExecCredential");
        document.put("apiVersion", command.apiVersion());
        document.put("spec", spec);
        return new String(JsonEncoder.encode(document), StandardCharsets.UTF_8);
    }

    private static LinkedHashMap<String, Object> info(Cluster cluster, Optional<byte[]> authorities) {
        var info = new LinkedHashMap<String, Object>();
        info.put("server", cluster.server().toString());
        if (!cluster.tlsServerName().isEmpty()) {
            info.put("tls-server-name", cluster.tlsServerName());
        }
        if (cluster.insecure()) {
            info.put("insecure-skip-tls-verify", true);
        }
        authorities.ifPresent(pem ->
                info.put("certificate-authority-data", Base64.getEncoder().encodeToString(pem)));
        cluster.proxy().ifPresent(proxy -> info.put("proxy-url", proxy.toString()));
        if (cluster.disableCompression()) {
            info.put("disable-compression", true);
        }
        cluster.pluginConfig().ifPresent(config -> info.put("config", config));
        return info;
    }

    /**
     * Reads what a plug-in has written.
     *
     * @throws KubeconfigException when it is not what it should be; nothing of it is in the message
     */
    static ExecCredential read(byte[] output, String apiVersion) throws KubeconfigException {
        Fields document = document(output);
        String version = document.text("apiVersion");
        if (!document.text("kind").equals("ExecCredential")) {
            throw new KubeconfigException("decoding stdout: no ExecCredential");
        }
        if (!version.equals(apiVersion)) {
            throw new KubeconfigException("exec plugin is configured to use API version " + apiVersion
                    + ", plugin returned version " + printable(version));
        }
        if (!document.has("status")) {
            throw new KubeconfigException("exec plugin didn't return a status field");
        }
        Fields status = document.object("status");
        String token = status.text("token");
        String certificate = status.text("clientCertificateData");
        String key = status.text("clientKeyData");
        if (token.isEmpty() && certificate.isEmpty() && key.isEmpty()) {
            throw new KubeconfigException("exec plugin didn't return a token or cert/key pair");
        }
        if (certificate.isEmpty() != key.isEmpty()) {
            throw new KubeconfigException("exec plugin returned only certificate or key, not both");
        }
        return new ExecCredential(
                token.isEmpty() ? Optional.empty() : Optional.of(Configured.headerValue("status.token", token)),
                certificate.isEmpty() ? Optional.empty() : Optional.of(identity(certificate, key)),
                expires(status));
    }

    private static Fields document(byte[] output) throws KubeconfigException {
        try {
            return Fields.of("", JsonDecoder.decode(output,
                    new DecodeLimits(DEPTH_MAX, Math.max(1, output.length))).value());
        } catch (MalformedBodyException broken) {
            // What the decoder says quotes what it read, which may be a secret.
            throw new KubeconfigException("decoding stdout: not a JSON object");
        }
    }

    private static ClientIdentity identity(String certificate, String key) throws KubeconfigException {
        return ClientIdentity.read("status.clientCertificateData", certificate.getBytes(StandardCharsets.UTF_8),
                "status.clientKeyData", key.getBytes(StandardCharsets.UTF_8));
    }

    private static Optional<Instant> expires(Fields status) throws KubeconfigException {
        String text = status.text("expirationTimestamp");
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException broken) {
            throw new KubeconfigException("decoding stdout: status.expirationTimestamp is not a time");
        }
    }

    private static String printable(String version) {
        return version.codePoints().limit(100).allMatch(c -> c > ' ' && c < 0x7f)
                ? version.substring(0, Math.min(100, version.length())) : "that cannot be printed";
    }

    /** Says nothing: it is all secret. */
    @Override
    public String toString() {
        return "ExecCredential";
    }
}
