package mortise.core.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
    private static final String TOKEN_KEY = "service.account.signing.key.file";
    private static final String ROOT_AUTHORITY = "root.ca.file";
    private static final String BIND_ADDRESS = "bind.address";
    private static final String LOOPBACK = "127.0.0.1";
    private static final Set<String> EVERYWHERE = Set.of("0.0.0.0", "[::]", "[0:0:0:0:0:0:0:0]");

    private final Pki pki;
    private final Path kubeconfig;
    private final String bindAddress;
    private final Optional<Path> ownCertificate;
    private final List<Path> clientAuthorities;
    private final boolean ownTokenKey;

    /** Written by prepare, read after the framework has started, which waits for it. */
    private volatile Pki.@Nullable Material material;

    ServingFiles(Pki pki, Layers layers, Folders folders) {
        this.pki = pki;
        this.kubeconfig = folders.kubeconfig();
        this.bindAddress = layers.effective(BIND_ADDRESS).orElse(LOOPBACK);
        this.ownCertificate = layers.effective(CERTIFICATE).map(Path::of);
        this.clientAuthorities = layers.flagged(CLIENT_AUTHORITIES)
                ? paths(layers.effective(CLIENT_AUTHORITIES).orElse("")) : List.of();
        requireBoth(layers);
        if (ownCertificate.isEmpty()) {
            layers.provide(CERTIFICATE, pki.serverCertificate().toString());
            layers.provide(KEY, pki.serverKey().toString());
            layers.provide(ROOT_AUTHORITY, pki.authorityCertificate().toString());
        }
        ownTokenKey = layers.effective(TOKEN_KEY).isEmpty();
        if (ownTokenKey) {
            layers.provide(TOKEN_KEY, pki.tokenKey().toString());
        }
        if (clientAuthorities.isEmpty()) {
            layers.provide(CLIENT_AUTHORITIES, pki.clientAuthorities().toString());
        } else {
            List<String> watched = new ArrayList<>(List.of(pki.authorityCertificate().toString()));
            clientAuthorities.forEach(file -> watched.add(file.toString()));
            layers.override(CLIENT_AUTHORITIES, watched, pki.clientAuthorities().toString());
        }
    }

    private static List<Path> paths(String list) {
        return Arrays.stream(list.split(",")).map(String::strip).filter(path -> !path.isEmpty()).map(Path::of).toList();
    }

    /** Makes the certificates that are missing. */
    void prepare() {
        try {
            for (Path file : clientAuthorities) {
                requireCertificates(file);
            }
            material = pki.prepare(bindAddress, clientAuthorities);
            if (ownTokenKey) {
                pki.prepareTokenKey();
            }
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

    private static void requireCertificates(Path file) throws IOException {
        String problem = "it holds no certificate";
        try (InputStream in = Files.newInputStream(file)) {
            if (!CertificateFactory.getInstance("X.509").generateCertificates(in).isEmpty()) {
                return;
            }
        } catch (NoSuchFileException e) {
            problem = "there is no such file";
        } catch (AccessDeniedException e) {
            problem = "it cannot be read";
        } catch (CertificateException e) {
            problem = "it holds something that is no certificate";
        }
        throw new UsageException("bad value \"" + file + "\" for flag --client-ca-file: " + problem);
    }

    private static void requireBoth(Layers layers) {
        if (layers.effective(CERTIFICATE).isPresent() != layers.effective(KEY).isPresent()) {
            throw new UsageException("--tls-cert-file and --tls-private-key-file must be given together");
        }
    }
}
