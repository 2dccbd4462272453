package mortise.core.jwt;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateFactory;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import mortise.core.pki.KeyForms;
import mortise.core.pki.PemDocument;
import mortise.core.pki.PemDocument.Block;

/**
 * Reads RSA and EC keys from PEM files: public keys, private keys (of which the public one follows) and certificates.
 * Other blocks are skipped.
 */
public final class KeyFile {

    private KeyFile() {
    }

    /**
     * Returns the public keys of a file, at least one.
     *
     * @throws IOException when the file cannot be read, holds a broken key or none, with a message for people
     */
    public static List<VerificationKey> publicKeys(Path file) throws IOException {
        var keys = new ArrayList<VerificationKey>();
        for (Block block : PemDocument.read(file).blocks()) {
            try {
                Optional<PublicKey> key = publicKey(block);
                if (key.isPresent()) {
                    keys.add(VerificationKey.of(key.get()).orElseThrow(() ->
                            new IOException(file + " holds a key that is neither RSA nor EC with a usual curve")));
                }
            } catch (GeneralSecurityException | RuntimeException broken) {
                throw new IOException(file + " holds a broken " + block.label().toLowerCase(Locale.ROOT)
                        + ": " + broken.getMessage(), broken);
            }
        }
        if (keys.isEmpty()) {
            throw new IOException(file + " holds no key");
        }
        return List.copyOf(keys);
    }

    /**
     * Returns a signer with the first private key of a file.
     *
     * @throws IOException when the file cannot be read, or holds no private key, with a message for people
     */
    public static JwtSigner signer(Path file) throws IOException {
        for (Block block : PemDocument.read(file).blocks()) {
            try {
                Optional<PrivateKey> key = privateKey(block);
                if (key.isPresent()) {
                    VerificationKey publicKey = VerificationKey.of(publicKey(key.get())).orElseThrow(() ->
                            new IOException(file + " holds a key that is neither RSA nor EC with a usual curve"));
                    return new JwtSigner(key.get(), publicKey);
                }
            } catch (GeneralSecurityException | RuntimeException broken) {
                throw new IOException(file + " holds a broken private key: " + broken.getMessage(), broken);
            }
        }
        throw new IOException(file + " holds no private key");
    }

    private static Optional<PublicKey> publicKey(Block block) throws GeneralSecurityException {
        return switch (block.label()) {
            case "PUBLIC KEY" -> Optional.of(anyKind(factory ->
                    factory.generatePublic(new X509EncodedKeySpec(block.content()))));
            case "RSA PUBLIC KEY" -> Optional.of(KeyFactory.getInstance("RSA")
                    .generatePublic(new X509EncodedKeySpec(KeyForms.rsaPublicKey(block.content()))));
            case "CERTIFICATE" -> Optional.of(CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(block.content())).getPublicKey());
            default -> {
                Optional<PrivateKey> key = privateKey(block);
                yield key.isPresent() ? Optional.of(publicKey(key.get())) : Optional.empty();
            }
        };
    }

    private static Optional<PrivateKey> privateKey(Block block) throws GeneralSecurityException {
        return switch (block.label()) {
            case "PRIVATE KEY" -> Optional.of(anyKind(factory ->
                    factory.generatePrivate(new PKCS8EncodedKeySpec(block.content()))));
            case "RSA PRIVATE KEY" -> Optional.of(KeyFactory.getInstance("RSA")
                    .generatePrivate(new PKCS8EncodedKeySpec(KeyForms.rsaPrivateKey(block.content()))));
            case "EC PRIVATE KEY" -> Optional.of(KeyFactory.getInstance("EC")
                    .generatePrivate(new PKCS8EncodedKeySpec(KeyForms.ecPrivateKey(block.content()))));
            default -> Optional.empty();
        };
    }

    private static PublicKey publicKey(PrivateKey key) throws GeneralSecurityException {
        if (key instanceof RSAPrivateCrtKey rsa) {
            return KeyFactory.getInstance("RSA")
                    .generatePublic(new RSAPublicKeySpec(rsa.getModulus(), rsa.getPublicExponent()));
        }
        if (key instanceof ECPrivateKey ec) {
            return KeyFactory.getInstance("EC")
                    .generatePublic(new ECPublicKeySpec(Curve.point(ec.getS(), ec.getParams()), ec.getParams()));
        }
        throw new InvalidKeySpecException("a key of type " + key.getAlgorithm() + " is not for tokens");
    }

    private interface Reading<K> {
        K from(KeyFactory factory) throws GeneralSecurityException;
    }

    private static <K> K anyKind(Reading<K> reading) throws GeneralSecurityException {
        try {
            return reading.from(KeyFactory.getInstance("RSA"));
        } catch (InvalidKeySpecException notRsa) {
            return reading.from(KeyFactory.getInstance("EC"));
        }
    }
}
