package mortise.core.discovery.openapi;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The hash of what a document is made from, which costs a fraction of making it and is the same on every server. */
final class Fingerprint {

    private static final byte[] END = {0};

    private final MessageDigest digest;

    Fingerprint() {
        try {
            digest = MessageDigest.getInstance("SHA-512");
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    Fingerprint add(String text) {
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        digest.update(END);
        return this;
    }

    /** Returns the hash in hexadecimal, in capital letters; nothing can be added any more. */
    String text() {
        return HexFormat.of().withUpperCase().formatHex(digest.digest());
    }
}
