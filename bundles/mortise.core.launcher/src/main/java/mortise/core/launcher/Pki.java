package mortise.core.launcher;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The certificates of a server that was given none: an authority, a serving certificate and the certificate of an
 * administrator, kept below the data folder. Each is made when it is missing, soon expires or does not fit any more.
 * Besides them a key that signs the tokens of service accounts, which stays once it is made.
 * Used by one thread.
 */
final class Pki {

    static final String AUTHORITY = "ca";
    static final String SERVER = "server";
    static final String ADMINISTRATOR = "admin";
    static final String TOKENS = "sa";

    /** A certificate is renewed when less than this is left. */
    static final Duration RENEW_BEFORE = Duration.ofDays(30);

    private static final String CLIENT_CA = "client-ca.pem";
    private static final Set<String> ALWAYS = Set.of("localhost", "kubernetes", "kubernetes.default",
            "kubernetes.default.svc", "127.0.0.1", "::1");
    private static final Set<String> WILDCARDS = Set.of("0.0.0.0", "::", "");

    private final Path folder;
    private final Instant now;

    Pki(Path folder, Instant now) {
        this.folder = folder;
        this.now = now;
    }

    Path serverCertificate() {
        return folder.resolve(SERVER + ".crt");
    }

    Path serverKey() {
        return folder.resolve(SERVER + ".key");
    }

    /** Returns the key that signs tokens of service accounts. */
    Path tokenKey() {
        return folder.resolve(TOKENS + ".key");
    }

    /** Returns the own authority's certificate. */
    Path authorityCertificate() {
        return folder.resolve(AUTHORITY + ".crt");
    }

    /** Returns the file with all authorities whose client certificates are accepted, as they were at the start. */
    Path clientAuthorities() {
        return folder.resolve(CLIENT_CA);
    }

    /**
     * Makes what is missing.
     *
     * @param bindAddress address that the server listens on; the serving certificate is valid for it
     * @param clientAuthorities files with further client authorities, as given by the user
     * @return the administrator's identity and the authority's certificate
     */
    Material prepare(String bindAddress, List<Path> clientAuthorities) throws IOException,
            GeneralSecurityException {
        PrivateFiles.createFolder(folder);
        Identity authority = authority();
        Set<String> required = new TreeSet<>(ALWAYS);
        if (!WILDCARDS.contains(bindAddress)) {
            required.add(bindAddress);
        }
        leaf(SERVER, CertificateRequest.server(required), authority);
        Identity administrator = leaf(ADMINISTRATOR, CertificateRequest.administrator(), authority);
        writeClientAuthorities(authority, clientAuthorities);
        return new Material(authority, administrator);
    }

    /**
     * What a kubeconfig of the administrator is made of.
     *
     * @param authority who signed the serving certificate and the administrator's
     * @param administrator client identity in {@code system:masters}
     */
    record Material(Identity authority, Identity administrator) {
    }

    /** Makes the key for tokens when it is missing. */
    void prepareTokenKey() throws IOException, GeneralSecurityException {
        if (!Files.exists(tokenKey())) {
            PrivateFiles.createFolder(folder);
            PrivateFiles.write(tokenKey(), Identity.keyPem(Identity.newKey(new SecureRandom()).getPrivate()));
        }
    }

    private Identity authority() throws IOException, GeneralSecurityException {
        Optional<Identity> kept = Identity.load(folder, AUTHORITY)
                .filter(identity -> !identity.expiresWithin(RENEW_BEFORE, now));
        return kept.isPresent() ? kept.get() : make(AUTHORITY, CertificateRequest.authority(), Optional.empty());
    }

    private Identity leaf(String name, CertificateRequest request, Identity authority) throws IOException,
            GeneralSecurityException {
        Optional<Identity> kept = Identity.load(folder, name).filter(identity ->
                !identity.expiresWithin(RENEW_BEFORE, now) && identity.isFor(request.hosts())
                        && identity.isSignedBy(authority));
        return kept.isPresent() ? kept.get() : make(name, request, Optional.of(authority));
    }

    private Identity make(String name, CertificateRequest request, Optional<Identity> signer) throws IOException,
            GeneralSecurityException {
        CertificateRequest complete = request;
        if (request.use() == CertificateRequest.Use.SERVER) {
            Set<String> hosts = new TreeSet<>(request.hosts());
            // Only asked for here: a slow name service must not slow every start.
            hosts.add(InetAddress.getLocalHost().getHostName());
            complete = CertificateRequest.server(hosts);
        }
        Identity made = new CertificateMaker(new SecureRandom(), now).make(complete, signer.orElse(null));
        made.save(folder, name);
        return made;
    }

    /** The administrator's certificate stays valid beside the clients of the user's own authority. */
    private void writeClientAuthorities(Identity authority, List<Path> others) throws IOException {
        String text = authority.certificatePem();
        for (Path other : others) {
            text = Files.readString(other).stripTrailing() + "\n" + text;
        }
        Path file = clientAuthorities();
        if (!Files.exists(file) || !Files.readString(file).equals(text)) {
            PrivateFiles.write(file, text);
        }
    }
}
