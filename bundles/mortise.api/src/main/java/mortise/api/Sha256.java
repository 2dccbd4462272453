package mortise.api;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which every JDK has, so that nobody has to say what happens without it. */
public final class Sha256 {

    private Sha256() {
    }

    /** Returns a digest of nothing so far, for one thread. */
    public static MessageDigest begin() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Returns the 32 bytes of the digest. */
    public static byte[] of(byte[] bytes) {
        return begin().digest(bytes);
    }

    /** Returns the digest of a text in UTF-8, as 64 hexadecimal digits. */
    public static String hex(String text) {
        return HexFormat.of().formatHex(of(text.getBytes(StandardCharsets.UTF_8)));
    }
}
