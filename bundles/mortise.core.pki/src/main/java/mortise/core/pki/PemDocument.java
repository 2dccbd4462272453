package mortise.core.pki;

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

/** The certificates and keys of a PEM text; what stands between its blocks is skipped. Immutable. */
public final class PemDocument {

    /** How large a file may be, in bytes. */
    public static final int BYTES_MAX = 4 * 1024 * 1024;

    private static final String BEGIN = "-----BEGIN ";
    private static final String END = "-----END ";
    private static final String DASHES = "-----";

    private final String name;
    private final List<Block> blocks;

    /**
     * One block of a document.
     *
     * @param label what it says to be, such as {@code CERTIFICATE}
     * @param content its bytes, mostly DER
     */
    public record Block(String label, byte[] content) {
    }

    private PemDocument(String name, List<Block> blocks) {
        this.name = name;
        this.blocks = List.copyOf(blocks);
    }

    /**
     * Reads a file.
     *
     * @throws IOException when it cannot be read, is too large or broken; the message names it
     */
    public static PemDocument read(Path file) throws IOException {
        if (Files.size(file) > BYTES_MAX) {
            throw new IOException(file + " is larger than " + BYTES_MAX + " bytes");
        }
        return of(file.toString(), Files.readAllBytes(file));
    }

    /**
     * Reads a text.
     *
     * @param name what it is called in messages
     * @throws IOException when a block is not base64
     */
    public static PemDocument of(String name, byte[] pem) throws IOException {
        var blocks = new ArrayList<Block>();
        String label = "";
        var base64 = new StringBuilder();
        // ISO 8859-1 reads any bytes; PEM itself is ASCII.
        for (String line : new String(pem, StandardCharsets.ISO_8859_1).lines().toList()) {
            String text = line.strip();
            if (text.startsWith(BEGIN) && text.endsWith(DASHES) && text.length() > BEGIN.length() + DASHES.length()) {
                label = text.substring(BEGIN.length(), text.length() - DASHES.length());
                base64.setLength(0);
            } else if (!label.isEmpty() && text.equals(END + label + DASHES)) {
                blocks.add(new Block(label, decoded(name, base64.toString())));
                label = "";
            } else if (!label.isEmpty()) {
                base64.append(text);
            }
        }
        return new PemDocument(name, blocks);
    }

    /** Returns the blocks in the order of the text. */
    public List<Block> blocks() {
        return blocks;
    }

    /**
     * Returns the certificates, at least one.
     *
     * @throws IOException when there is none, or one is broken
     */
    public List<X509Certificate> certificates() throws IOException {
        var certificates = new ArrayList<X509Certificate>();
        for (Block block : blocks) {
            if (block.label().equals("CERTIFICATE")) {
                certificates.add(certificate(block));
            }
        }
        if (certificates.isEmpty()) {
            throw new IOException(name + " holds no certificate");
        }
        return certificates;
    }

    /**
     * Returns the first private key, which is in PKCS#8 or the older forms of RSA and EC keys.
     *
     * @param algorithm that of the certificate it belongs to, {@code RSA} or {@code EC}; PKCS#8 is read so
     * @throws IOException when there is none, or it is encrypted or broken; nothing of it is in the message
     */
    public PrivateKey privateKey(String algorithm) throws IOException {
        for (Block block : blocks) {
            switch (block.label()) {
                case "PRIVATE KEY":
                    return key(algorithm, block.content());
                case "RSA PRIVATE KEY":
                    return key("RSA", KeyForms.rsaPrivateKey(block.content()));
                case "EC PRIVATE KEY":
                    return ecKey(block.content());
                case "ENCRYPTED PRIVATE KEY":
                    throw new IOException(name + " holds an encrypted key, for which there is no password");
                default:
                    // Parameters of the curve, or a certificate in the same file.
            }
        }
        throw new IOException(name + " holds no private key");
    }

    private X509Certificate certificate(Block block) throws IOException {
        try {
            return (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(block.content()));
        } catch (GeneralSecurityException broken) {
            throw new IOException(name + " holds a broken certificate: " + broken.getMessage(), broken);
        }
    }

    private PrivateKey ecKey(byte[] rfc5915) throws IOException {
        try {
            return key("EC", KeyForms.ecPrivateKey(rfc5915));
        } catch (GeneralSecurityException broken) {
            throw new IOException(name + " holds a broken key: " + broken.getMessage(), broken);
        }
    }

    private PrivateKey key(String algorithm, byte[] pkcs8) throws IOException {
        try {
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
        } catch (GeneralSecurityException broken) {
            throw new IOException(name + " holds a key that cannot be read as " + algorithm + ": "
                    + broken.getMessage(), broken);
        }
    }

    private static byte[] decoded(String name, String base64) throws IOException {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException broken) {
            throw new IOException(name + " holds a block that is not base64: " + broken.getMessage(), broken);
        }
    }
}
