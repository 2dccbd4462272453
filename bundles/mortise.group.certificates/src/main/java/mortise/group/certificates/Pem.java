package mortise.group.certificates;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemReader;

/** Certificates, and requests for some, as texts. */
final class Pem {

    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String REQUEST = "CERTIFICATE REQUEST";

    /** Names that the JDK has for algorithms of keys, by their object identifiers. */
    private static final Map<String, String> KEY_ALGORITHMS = Map.of(
            "1.2.840.113549.1.1.1", "RSA", "1.2.840.10045.2.1", "EC", "1.3.101.112", "Ed25519");

    private Pem() {
    }

    /** Returns the blocks of a text; what is around them, and everything from a broken one on, does not count. */
    static List<PemObject> blocks(String text) {
        var blocks = new ArrayList<PemObject>();
        try (var reader = new PemReader(new StringReader(text))) {
            for (PemObject block = reader.readPemObject(); block != null; block = reader.readPemObject()) {
                blocks.add(block);
            }
        } catch (IOException | RuntimeException broken) {
            // The library throws both for text that is no block; who needs one finds too few.
            return blocks;
        }
        return blocks;
    }

    /** Returns the text that the Base64 of a bytes field stands for; empty when it is none. */
    static String decode(String base64) {
        try {
            return new String(Base64.getDecoder().decode(base64), StandardCharsets.ISO_8859_1);
        } catch (IllegalArgumentException malformed) {
            return "";
        }
    }

    /** Returns what is wrong with a PKCS #10 request, for example that it was not signed by its own key. */
    static Optional<String> requestFault(String text) {
        List<PemObject> blocks = blocks(text);
        if (blocks.isEmpty() || !blocks.get(0).getType().equals(REQUEST)) {
            return Optional.of("PEM block type must be " + REQUEST);
        }
        return derRequestFault(blocks.get(0).getContent());
    }

    /** Returns what is wrong with the bytes of a PKCS #10 request. */
    static Optional<String> derRequestFault(byte[] der) {
        try {
            var request = new PKCS10CertificationRequest(der);
            var verifier = new JcaContentVerifierProviderBuilder().build(key(request.getSubjectPublicKeyInfo()));
            return request.isSignatureValid(verifier) ? Optional.empty() : Optional.of("x509: verification failure");
        } catch (IOException | RuntimeException malformed) {
            return Optional.of("asn1: structure error: not a certificate request");
        } catch (GeneralSecurityException | OperatorCreationException unknownKey) {
            return Optional.of("x509: unsupported public key");
        } catch (PKCSException unknownSignature) {
            return Optional.of("x509: cannot verify signature: algorithm unimplemented");
        }
    }

    private static PublicKey key(SubjectPublicKeyInfo info) throws IOException, GeneralSecurityException {
        String name = KEY_ALGORITHMS.get(info.getAlgorithm().getAlgorithm().getId());
        if (name == null) {
            throw new NoSuchAlgorithmException(info.getAlgorithm().getAlgorithm().getId());
        }
        return KeyFactory.getInstance(name).generatePublic(new X509EncodedKeySpec(info.getEncoded()));
    }

    /** Returns what is wrong with a text that may only be certificates, at least one. */
    static Optional<String> certificatesFault(String text) {
        List<PemObject> blocks = blocks(text);
        for (PemObject block : blocks) {
            if (!block.getType().equals(CERTIFICATE)) {
                return Optional.of(
                        "only " + CERTIFICATE + " PEM blocks are allowed, found \"" + block.getType() + "\"");
            }
            if (!block.getHeaders().isEmpty()) {
                return Optional.of("no PEM block headers are permitted");
            }
            if (certificate(block).isEmpty()) {
                return Optional.of("x509: malformed certificate");
            }
        }
        return blocks.isEmpty()
                ? Optional.of("must contain at least one " + CERTIFICATE + " PEM block") : Optional.empty();
    }

    static boolean isCertificate(PemObject block) {
        return block.getType().equals(CERTIFICATE);
    }

    /** Returns the certificate in a block; nothing when it is none. */
    static Optional<X509Certificate> certificate(PemObject block) {
        try {
            var certificate = CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(block.getContent()));
            return Optional.of((X509Certificate) certificate);
        } catch (CertificateException malformed) {
            return Optional.empty();
        }
    }
}
