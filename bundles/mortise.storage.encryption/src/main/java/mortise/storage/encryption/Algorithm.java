package mortise.storage.encryption;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Algorithms whose keys are in the file. */
enum Algorithm {

    AESGCM("AES", List.of(16, 24, 32), AesGcmCipher::new),
    AESCBC("AES", List.of(16, 24, 32), AesCbcCipher::new),
    SECRETBOX("Secretbox", List.of(32), SecretBoxCipher::new);

    private final String title;
    private final List<Integer> keyBytes;
    private final Function<byte[], ValueCipher> cipher;

    Algorithm(String title, List<Integer> keyBytes, Function<byte[], ValueCipher> cipher) {
        this.title = title;
        this.keyBytes = keyBytes;
        this.cipher = cipher;
    }

    /** Returns what every value of it begins with, for example {@code k8s:enc:aescbc:v1:}. */
    String prefix() {
        return "k8s:enc:" + this + ":v1:";
    }

    /** Returns what messages call it. */
    String title() {
        return title;
    }

    /** Returns how many bytes a key may have. */
    List<Integer> keyBytes() {
        return keyBytes;
    }

    ValueCipher cipher(byte[] key) {
        return cipher.apply(key);
    }

    /** Returns the name in the file. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
