package mortise.core.launcher;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides which certificate files the server uses: the user's where flags or configuration files name them, else those
 * of the own {@link Pki}. The constructor only decides; {@link #prepare} makes the files, on another thread.
 */
final class ServingFiles {

    private static final String CERTIFICATE = "tls.cert.file";
    private static final String KEY = "tls.private.key.file";
    private static final String CLIENT_AUTHORITIES = "client.ca.file";
    private static final String BIND_ADDRESS = "bind.address";
    private static final String LOOPBACK = "127.0.0.1";
    private static final Set<String> EVERYWHERE = Set.of("0.0.0.0", "[::]", "[0:0:0:0:0:0:0:0]");

    private final Pki pki;
    private final Path kubeconfig;
    private final String bindAddress;
    private final Optional<Path> ownCertificate;
    private final Optional<Path> clientAuthorities;

    /** Written by prepare, read after the framework has started, which waits for it. */
    private volatile Pki.@Nullable Material material;

    ServingFiles(Pki pki, Layers layers, Folders folders) {
        this.pki = pki;
        this.kubeconfig = folders.kubeconfig();
        this.bindAddress = layers.effective(BIND_ADDRESS).orElse(LOOPBACK);
        this.ownCertificate = layers.effective(CERTIFICATE).map(Path::of);
        this.clientAuthorities = layers.flagged(CLIENT_AUTHORITIES)
                ? layers.effective(CLIENT_AUTHORITIES).map(Path::of) : Optional.empty();
        requireBoth(layers);
        if (ownCertificate.isEmpty()) {
            layers.provide(CERTIFICATE, pki.serverCertificate().toString());
            layers.provide(KEY, pki.serverKey().toString());
        }
        if (clientAuthorities.isPresent()) {
            layers.override(CLIENT_AUTHORITIES, pki.clientAuthorities().toString());
        } else {
            layers.provide(CLIENT_AUTHORITIES, pki.clientAuthorities().toString());
        }
    }

    /** Makes the certificates that are missing. */
    void prepare() {
        try {
            for (Path file : clientAuthorities.stream().toList()) {
                if (!Files.isReadable(file)) {
                    throw new StartException("cannot read --client-ca-file " + file);
                }
            }
            material = pki.prepare(bindAddress, clientAuthorities);
        } catch (IOException | GeneralSecurityException e) {
            throw new StartException("cannot prepare the certificates", e);
        }
    }

    /** Writes the administrator's kubeconfig for the address that the server listens on. */
    void writeKubeconfig(String address) throws IOException {
        Pki.Material made = material();
        URI uri = URI.create(address);
        String host = EVERYWHERE.contains(uri.getHost()) ? LOOPBACK : uri.getHost();
        // A client trusts what is in this file, so the user's own certificate stands for its unknown authority.
        String authority = ownCertificate.isPresent() ? Files.readString(ownCertificate.get())
                : made.authority().certificatePem();
        Kubeconfig.write(kubeconfig, "https://" + host + ":" + uri.getPort(), authority, made.administrator());
    }

    /** Returns what prepare made. */
    Pki.Material material() {
        Pki.Material made = material;
        if (made == null) {
            throw new IllegalStateException("prepare has not run");
        }
        return made;
    }

    private static void requireBoth(Layers layers) {
        if (layers.effective(CERTIFICATE).isPresent() != layers.effective(KEY).isPresent()) {
            throw new UsageException("--tls-cert-file and --tls-private-key-file must be given together");
        }
    }
}
