package mortise.core.pki;

import java.security.MessageDigest;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import mortise.api.Sha256;
import mortise.core.pki.VerdictCache.Verdict;

/**
 * What the certificate chains of clients prove. Any thread; blocks only to read the files of the authorities again when
 * one has changed.
 *
 * <p>Checking signatures takes a good part of a millisecond, and a client shows the same certificate with each request.
 * So verdicts are remembered until the authorities change or a certificate of the chain expires.
 *
 * @param <T> what a chain proves
 */
public final class ChainVerdicts<T> {

    /** More clients than are active at once; beyond, the one not seen for the longest time is checked again. */
    private static final int VERDICTS_MAX = 4096;
    /** A certificate may become valid by waiting, so a refusal is not for ever. */
    private static final Duration REFUSAL_MAX = Duration.ofSeconds(10);

    private final ClientCaBundle authorities;
    private final InstantSource clock;
    private final Judge<T> judge;
    private final VerdictCache<T> verdicts = new VerdictCache<>(VERDICTS_MAX);

    /**
     * Says what a chain proves. Answers are remembered.
     *
     * @param <T> what answers are
     */
    public interface Judge<T> {

        /**
         * Returns what a certificate proves that a trusted authority vouches for.
         *
         * @throws CertificateException when it is refused all the same; the message quotes nothing of it
         */
        T trusted(X509Certificate own) throws CertificateException;

        /** Returns what a chain proves that is not to be trusted. */
        T refused(String why);
    }

    /** Trusts these authorities. */
    public ChainVerdicts(ClientCaBundle authorities, InstantSource clock, Judge<T> judge) {
        this.authorities = authorities;
        this.clock = clock;
        this.judge = judge;
    }

    /** Returns what a chain proves, which is not empty and begins with the client's own certificate. */
    public T of(List<X509Certificate> chain) {
        String fingerprint;
        try {
            fingerprint = fingerprint(chain);
        } catch (CertificateEncodingException e) {
            return judge.refused("without an encoding");
        }
        Instant now = clock.instant();
        TrustedAuthorities trusted = authorities.current();
        Optional<T> known = verdicts.get(fingerprint, trusted, now);
        if (known.isPresent()) {
            return known.get();
        }
        Verdict<T> verdict = check(chain, trusted, now);
        verdicts.put(fingerprint, verdict);
        return verdict.answer();
    }

    private Verdict<T> check(List<X509Certificate> chain, TrustedAuthorities trusted, Instant now) {
        try {
            Instant until = CertificateVerifier.verify(chain, trusted, now);
            return new Verdict<>(judge.trusted(chain.get(0)), trusted, until);
        } catch (CertificateException e) {
            return new Verdict<>(judge.refused(String.valueOf(e.getMessage())), trusted, now.plus(REFUSAL_MAX));
        }
    }

    /** The whole chain counts: with another set of intermediate certificates the verdict may be another. */
    private static String fingerprint(List<X509Certificate> chain) throws CertificateEncodingException {
        MessageDigest digest = Sha256.begin();
        for (X509Certificate certificate : chain) {
            digest.update(certificate.getEncoded());
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
