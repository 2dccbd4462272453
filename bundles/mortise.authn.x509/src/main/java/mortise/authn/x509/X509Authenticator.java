package mortise.authn.x509;

import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import mortise.authn.x509.VerdictCache.Verdict;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.spi.authentication.RequestAuthenticator;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.metatype.annotations.Designate;

/**
 * Knows the client certificates that trusted authorities have issued. Blocks only to read the files of the authorities
 * again when one has changed.
 *
 * <p>Checking signatures takes a good part of a millisecond, and a client shows the same certificate with each request.
 * So verdicts are remembered until the authorities change or a certificate of the chain expires.
 */
@Component(
        name = "mortise.authn.x509",
        configurationPolicy = ConfigurationPolicy.REQUIRE,
        property = "service.ranking:Integer=100")
@Designate(ocd = X509Config.class)
public final class X509Authenticator implements RequestAuthenticator {

    /** More clients than are active at once; beyond, the one not seen for the longest time is checked again. */
    private static final int VERDICTS_MAX = 4096;
    /** A certificate may become valid by waiting, so a rejection is not for ever. */
    private static final Duration REJECTION_MAX = Duration.ofSeconds(10);

    private final ClientCaBundle authorities;
    private final InstantSource clock;
    private final VerdictCache verdicts = new VerdictCache(VERDICTS_MAX);

    /**
     * Reads the authorities.
     *
     * @throws IllegalArgumentException when no file is named, or one cannot be read or holds no certificate
     */
    @Activate
    public X509Authenticator(X509Config config) {
        this(config, InstantSource.system());
    }

    X509Authenticator(X509Config config, InstantSource clock) {
        // A configuration file that did not come through the launcher may have them in one text.
        List<Path> files = Arrays.stream(config.client_ca_file()).flatMap(text -> Arrays.stream(text.split(",")))
                .map(String::strip).filter(path -> !path.isEmpty()).map(Path::of).toList();
        if (files.isEmpty()) {
            throw new IllegalArgumentException("client.ca.file: no file is named");
        }
        this.clock = clock;
        authorities = ClientCaBundle.open(files, clock);
    }

    @Override
    public Authentication authenticate(AuthenticationRequest request) {
        List<X509Certificate> chain = request.peerCertificates();
        if (chain.isEmpty()) {
            return Authentication.NOT_MINE;
        }
        String fingerprint;
        try {
            fingerprint = fingerprint(chain);
        } catch (CertificateEncodingException e) {
            return new Authentication.Rejected("client certificate without an encoding");
        }
        Instant now = clock.instant();
        TrustedAuthorities trusted = authorities.current();
        Optional<Authentication> known = verdicts.get(fingerprint, trusted, now);
        if (known.isPresent()) {
            return known.get();
        }
        Verdict verdict = judge(chain, trusted, now);
        verdicts.put(fingerprint, verdict);
        return verdict.answer();
    }

    private static Verdict judge(List<X509Certificate> chain, TrustedAuthorities trusted, Instant now) {
        try {
            Instant until = CertificateVerifier.verify(chain, trusted, now);
            Authentication answer = CertificateIdentity.of(chain.get(0))
                    .<Authentication>map(Authentication.Authenticated::new)
                    .orElse(Authentication.NOT_MINE);
            return new Verdict(answer, trusted, until);
        } catch (CertificateException e) {
            return new Verdict(new Authentication.Rejected("client certificate: " + e.getMessage()), trusted,
                    now.plus(REJECTION_MAX));
        }
    }

    /** The whole chain counts: with another set of intermediate certificates the verdict may be another. */
    private static String fingerprint(List<X509Certificate> chain) throws CertificateEncodingException {
        MessageDigest digest = sha256();
        for (X509Certificate certificate : chain) {
            digest.update(certificate.getEncoded());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
