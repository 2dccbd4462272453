package mortise.group.core;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECKey;
import java.security.interfaces.EdECKey;
import java.security.interfaces.RSAKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A certificate and its private key in PEM, as secrets hold them. Messages are those of Go, which clients know. */
final class TlsPair {

    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String KEY = "PRIVATE KEY";
    private static final byte[] PROBE = "probe".getBytes(StandardCharsets.US_ASCII);
    /** The AlgorithmIdentifier of RSA keys in DER. */
    private static final byte[] RSA = {0x30, 0x0d, 0x06, 0x09, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7,
        0x0d, 0x01, 0x01, 0x01, 0x05, 0x00};
    private static final int SEQUENCE = 0x30;
    private static final int OCTETS = 0x04;
    private static final byte[] VERSION = {0x02, 0x01, 0x00};

    private TlsPair() {
    }

    /** Returns why a server could not use the two; nothing when it could. */
    static Optional<String> fault(byte[] certificate, byte[] key) {
        List<PemBlocks.Block> certificates = PemBlocks.of(certificate);
        Optional<PemBlocks.Block> leaf = certificates.stream().filter(b -> b.type().equals(CERTIFICATE)).findFirst();
        if (leaf.isEmpty()) {
            return Optional.of(noCertificate(certificates));
        }
        List<PemBlocks.Block> keys = PemBlocks.of(key);
        Optional<PemBlocks.Block> own = keys.stream()
                .filter(b -> b.type().equals(KEY) || b.type().endsWith(" " + KEY)).findFirst();
        if (own.isEmpty()) {
            return Optional.of(noKey(keys));
        }
        PublicKey shown;
        try {
            shown = publicKey(leaf.get().bytes());
        } catch (CertificateException malformed) {
            return Optional.of("x509: malformed certificate");
        }
        return privateKey(own.get().bytes(), shown).map(secret -> mismatch(shown, secret))
                .orElse(Optional.of("tls: failed to parse private key"));
    }

    private static String noCertificate(List<PemBlocks.Block> blocks) {
        if (blocks.isEmpty()) {
            return "tls: failed to find any PEM data in certificate input";
        }
        if (blocks.size() == 1 && blocks.get(0).type().endsWith(KEY)) {
            return "tls: failed to find certificate PEM data in certificate input, but did find a private key;"
                    + " PEM inputs may have been switched";
        }
        return "tls: failed to find \"CERTIFICATE\" PEM block in certificate input after skipping PEM blocks of the"
                + " following types: " + types(blocks);
    }

    private static String noKey(List<PemBlocks.Block> blocks) {
        if (blocks.isEmpty()) {
            return "tls: failed to find any PEM data in key input";
        }
        if (blocks.size() == 1 && blocks.get(0).type().equals(CERTIFICATE)) {
            return "tls: found a certificate rather than a key in the PEM for the private key";
        }
        return "tls: failed to find PEM block with type ending in \"PRIVATE KEY\" in key input after skipping PEM"
                + " blocks of the following types: " + types(blocks);
    }

    private static String types(List<PemBlocks.Block> blocks) {
        return "[" + String.join(" ", blocks.stream().map(PemBlocks.Block::type).toList()) + "]";
    }

    private static PublicKey publicKey(byte[] der) throws CertificateException {
        var factory = CertificateFactory.getInstance("X.509");
        return ((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(der))).getPublicKey();
    }

    /** Reads a key in PKCS #8, or in the form of its algorithm, which is put into PKCS #8. */
    private static Optional<PrivateKey> privateKey(byte[] der, PublicKey shown) {
        byte[] spki = shown.getEncoded();
        // Behind the header of the outer sequence stands the AlgorithmIdentifier, with its own length.
        int start = (spki[1] & 0x80) == 0 ? 2 : 2 + (spki[1] & 0x7f);
        byte[] algorithm = Arrays.copyOfRange(spki, start, start + 2 + spki[start + 1]);
        for (byte[] pkcs8 : List.of(der, pkcs8(RSA, der), pkcs8(algorithm, der))) {
            for (String name : List.of("RSA", "EC", "EdDSA")) {
                try {
                    return Optional.of(KeyFactory.getInstance(name).generatePrivate(new PKCS8EncodedKeySpec(pkcs8)));
                } catch (GeneralSecurityException other) {
                    // Another form, or another algorithm.
                    continue;
                }
            }
        }
        return Optional.empty();
    }

    private static byte[] pkcs8(byte[] algorithm, byte[] key) {
        var inner = new ByteArrayOutputStream();
        inner.writeBytes(VERSION);
        inner.writeBytes(algorithm);
        inner.writeBytes(der(OCTETS, key));
        return der(SEQUENCE, inner.toByteArray());
    }

    private static byte[] der(int tag, byte[] content) {
        var out = new ByteArrayOutputStream();
        out.write(tag);
        int length = content.length;
        if (length >= 0x80) {
            int octets = (Integer.SIZE - Integer.numberOfLeadingZeros(length) + 7) / Byte.SIZE;
            out.write(0x80 | octets);
            for (int at = octets - 1; at >= 0; at--) {
                out.write(length >> at * Byte.SIZE);
            }
        } else {
            out.write(length);
        }
        out.writeBytes(content);
        return out.toByteArray();
    }

    private static Optional<String> mismatch(PublicKey shown, PrivateKey secret) {
        String algorithm = shown instanceof RSAKey ? "SHA256withRSA" : shown instanceof ECKey ? "SHA256withECDSA"
                : shown instanceof EdECKey ? "EdDSA" : "";
        if (algorithm.isEmpty()) {
            return Optional.of("tls: unknown public key algorithm");
        }
        boolean sameType = shown instanceof RSAKey && secret instanceof RSAKey
                || shown instanceof ECKey && secret instanceof ECKey
                || shown instanceof EdECKey && secret instanceof EdECKey;
        if (!sameType) {
            return Optional.of("tls: private key type does not match public key type");
        }
        return verifies(algorithm, shown, secret) ? Optional.empty()
                : Optional.of("tls: private key does not match public key");
    }

    private static boolean verifies(String algorithm, PublicKey shown, PrivateKey secret) {
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(secret);
            signature.update(PROBE);
            byte[] signed = signature.sign();
            signature.initVerify(shown);
            signature.update(PROBE);
            return signature.verify(signed);
        } catch (GeneralSecurityException different) {
            return false;
        }
    }
}
