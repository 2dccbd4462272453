package mortise.core.jwt;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads RSA and EC keys from PEM files: public keys, private keys (of which the public one follows) and certificates.
 * Other blocks are skipped.
 */
public final class KeyFile {

    private static final long BYTES_MAX = 4L * 1024 * 1024;
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*+)-----END \\1-----");

    /** One block of a file. */
    private record Block(String label, byte[] content) {
    }

    private KeyFile() {
    }

    /**
     * Returns the public keys of a file, at least one.
     *
     * @throws IOException when the file cannot be read, holds a broken key or none, with a message for people
     */
    public static List<VerificationKey> publicKeys(Path file) throws IOException {
        var keys = new ArrayList<VerificationKey>();
        for (Block block : blocks(file)) {
            try {
                Optional<PublicKey> key = publicKey(block);
                if (key.isPresent()) {
                    keys.add(VerificationKey.of(key.get()).orElseThrow(() ->
                            new IOException(file + " holds a key that is neither RSA nor EC with a usual curve")));
                }
            } catch (GeneralSecurityException | RuntimeException broken) {
                throw new IOException(file + " holds a broken " + block.label().toLowerCase(java.util.Locale.ROOT)
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
        for (Block block : blocks(file)) {
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
                    .generatePublic(new X509EncodedKeySpec(Der.rsaPublicKey(block.content()))));
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
                    .generatePrivate(new PKCS8EncodedKeySpec(Der.rsaPrivateKey(block.content()))));
            case "EC PRIVATE KEY" -> Optional.of(KeyFactory.getInstance("EC")
                    .generatePrivate(new PKCS8EncodedKeySpec(Der.ecPrivateKey(block.content()))));
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

    private static List<Block> blocks(Path file) throws IOException {
        if (Files.size(file) > BYTES_MAX) {
            throw new IOException(file + " is larger than " + BYTES_MAX + " bytes");
        }
        var blocks = new ArrayList<Block>();
        Matcher block = BLOCK.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
        while (block.find()) {
            try {
                blocks.add(new Block(block.group(1), Base64.getMimeDecoder().decode(block.group(2))));
            } catch (IllegalArgumentException broken) {
                throw new IOException(file + " holds a block that is not base64: " + broken.getMessage(), broken);
            }
        }
        return blocks;
    }
}
