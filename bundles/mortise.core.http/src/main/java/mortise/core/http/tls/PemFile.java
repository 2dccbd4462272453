package mortise.core.http.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Reads certificates and private keys from PEM files. */
final class PemFile {

    private static final long BYTES_MAX = 4L * 1024 * 1024;

    /** One block of a file. */
    private record Block(String label, byte[] content) {
    }

    private PemFile() {
    }

    /** Returns the certificates of a file, at least one. */
    static List<X509Certificate> certificates(Path file) throws IOException {
        var certificates = new ArrayList<X509Certificate>();
        for (Block block : blocks(file)) {
            if (block.label().equals("CERTIFICATE")) {
                certificates.add(certificate(file, block));
            }
        }
        if (certificates.isEmpty()) {
            throw new IOException(file + " holds no certificate");
        }
        return certificates;
    }

    /** Returns the private key of a file, in PKCS#8 or the older forms of RSA and EC keys. */
    static PrivateKey privateKey(Path file, String algorithm) throws IOException {
        for (Block block : blocks(file)) {
            switch (block.label()) {
                case "PRIVATE KEY":
                    return key(file, algorithm, block.content());
                case "RSA PRIVATE KEY":
                    return key(file, "RSA", Pkcs8.ofRsa(block.content()));
                case "EC PRIVATE KEY":
                    return key(file, "EC", Pkcs8.ofEc(block.content()));
                case "ENCRYPTED PRIVATE KEY":
                    throw new IOException(file + " holds an encrypted key, for which there is no password");
                default:
                    // Parameters of the curve, or a certificate in the same file.
            }
        }
        throw new IOException(file + " holds no private key");
    }

    private static X509Certificate certificate(Path file, Block block) throws IOException {
        try {
            return (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(block.content()));
        } catch (GeneralSecurityException broken) {
            throw new IOException(file + " holds a broken certificate: " + broken.getMessage(), broken);
        }
    }

    private static PrivateKey key(Path file, String algorithm, byte[] pkcs8) throws IOException {
        try {
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
        } catch (GeneralSecurityException broken) {
            throw new IOException(file + " holds a key that cannot be read as " + algorithm + ": "
                    + broken.getMessage(), broken);
        }
    }

    private static List<Block> blocks(Path file) throws IOException {
        if (Files.size(file) > BYTES_MAX) {
            throw new IOException(file + " is larger than " + BYTES_MAX + " bytes");
        }
        var blocks = new ArrayList<Block>();
        String label = "";
        var base64 = new StringBuilder();
        for (String line : Files.readString(file, StandardCharsets.ISO_8859_1).lines().toList()) {
            String text = line.strip();
            if (text.startsWith("-----BEGIN ") && text.endsWith("-----")) {
                label = text.substring("-----BEGIN ".length(), text.length() - 5);
                base64.setLength(0);
            } else if (text.equals("-----END " + label + "-----")) {
                blocks.add(new Block(label, decode(file, base64.toString())));
                label = "";
            } else if (!label.isEmpty()) {
                base64.append(text);
            }
        }
        return blocks;
    }

    private static byte[] decode(Path file, String base64) throws IOException {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException broken) {
            throw new IOException(file + " holds a block that is not base64: " + broken.getMessage(), broken);
        }
    }
}
