package mortise.storage.encryption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What other programs encrypted is read, and they read what is encrypted here. */
final class CiphersTest {

    private static final byte[] KEY = Samples.KEY_1;
    private static final byte[] CONTEXT = "/registry/secrets/default/a".getBytes(StandardCharsets.UTF_8);
    private static final byte[] VALUE =
            "{\"metadata\":{\"name\":\"a\"},\"data\":{\"password\":\"c2VjcmV0\"}}".getBytes(StandardCharsets.UTF_8);

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }

    @Test
    void cbcValuesOfOpensslAreRead() throws Exception {
        byte[] sealed = hex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"
                + "a86e3c382dbc4faea681bc0ac21e48fa7f8f723dd501ef5cbfe292855577a4f8424094913c864931dfc3d1a2fec6178b"
                + "dd85a3f2080913ec3b2adcf53c10f84b");
        assertThat(new AesCbcCipher(KEY).decrypt(sealed, 0, CONTEXT)).isEqualTo(VALUE);
    }

    @Test
    void aFullLastBlockIsPaddedByAnother() throws Exception {
        byte[] sealed = hex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"
                + "71e21619aa870db1922c69f851b5160f3654613527120b27b5663d491d8022c4");
        assertThat(new AesCbcCipher(Arrays.copyOf(KEY, 16)).decrypt(sealed, 0, CONTEXT))
                .isEqualTo("0123456789abcdef".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void gcmValuesOfOthersAreRead() throws Exception {
        byte[] sealed = hex("cafebabefacedbaddecaf888"
                + "f181cd43de1b2b7a326a7fe7003fe75e6045e26bfd78480962fd6010cae8"
                + "47c5d672b127b2a73e0d543f0a5210e01233"
                + "3337c40793a8f5ad632a92c92a29a23d7f52ce53213034d7");
        assertThat(new AesGcmCipher(KEY).decrypt(sealed, 0, CONTEXT)).isEqualTo(VALUE);
    }

    /** The example of the NaCl library for {@code crypto_secretbox}. */
    @Test
    void secretBoxesOfNaclAreRead() throws Exception {
        byte[] key = hex("1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389");
        byte[] sealed = hex("69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37"
                + "f3ffc7703f9400e52a7dfb4b3d3305d98e993b9f48681273c29650ba32fc76ce48332ea7164d96a4476fb8c531a1186a"
                + "c0dfc17c98dce87b4da7f011ec48c97271d2c20f9b928fe2270d6fb863d51738b48eeee314a7cc8ab932164548e526ae"
                + "90224368517acfeabd6bb3732bc0e9da99832b61ca01b6de56244a9e88d5f9b37973f622a43d14a6599b1f654cb45a74"
                + "e355a5");
        assertThat(new SecretBoxCipher(key).decrypt(sealed, 0, CONTEXT)).isEqualTo(hex(
                "be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffce5ecbaaf33bd751a1ac728d45e6c61296c"
                + "dc3c01233561f41db66cce314adb310e3be8250c46f06dceea3a7fa1348057e2f6556ad6b1318a024a838f21af1fde04"
                + "8977eb48f59ffd4924ca1c60902e52f0a089bc76897040e082f937763848645e0705"));
    }

    @Test
    void othersReadWhatIsEncryptedHere() throws Exception {
        byte[] gcm = new AesGcmCipher(KEY).encrypt(VALUE, CONTEXT);
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(KEY, "AES"),
                new GCMParameterSpec(128, Arrays.copyOf(gcm, 12)));
        cipher.updateAAD(CONTEXT);
        assertThat(cipher.doFinal(Arrays.copyOfRange(gcm, 12, gcm.length))).isEqualTo(VALUE);
        byte[] cbc = new AesCbcCipher(KEY).encrypt(VALUE, CONTEXT);
        cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
        cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(KEY, "AES"), new IvParameterSpec(Arrays.copyOf(cbc, 16)));
        assertThat(cipher.doFinal(Arrays.copyOfRange(cbc, 16, cbc.length))).isEqualTo(VALUE);
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void everyLengthComesBack(Algorithm algorithm) throws Exception {
        var random = new Random(7);
        for (int bytes : algorithm.keyBytes()) {
            ValueCipher cipher = algorithm.cipher(Arrays.copyOf(KEY, bytes));
            for (int length = 0; length < 200; length++) {
                byte[] value = new byte[length];
                random.nextBytes(value);
                byte[] sealed = cipher.encrypt(value, CONTEXT);
                byte[] embedded = new byte[sealed.length + 3];
                System.arraycopy(sealed, 0, embedded, 3, sealed.length);
                assertThat(cipher.decrypt(embedded, 3, CONTEXT)).as("%d bytes", length).isEqualTo(value);
                assertThat(cipher.encrypt(value, CONTEXT)).as("never the same twice").isNotEqualTo(sealed);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void whatIsCutOffIsRefused(Algorithm algorithm) throws Exception {
        ValueCipher cipher = algorithm.cipher(KEY);
        byte[] sealed = cipher.encrypt("01234567".getBytes(StandardCharsets.UTF_8), CONTEXT);
        for (int length = 0; length < sealed.length; length++) {
            byte[] cut = Arrays.copyOf(sealed, length);
            assertThatThrownBy(() -> cipher.decrypt(cut, 0, CONTEXT)).isInstanceOf(GeneralSecurityException.class);
        }
    }

    @ParameterizedTest
    @EnumSource(value = Algorithm.class, names = {"AESGCM", "SECRETBOX"})
    void everyDamagedBitIsNoticed(Algorithm algorithm) throws Exception {
        ValueCipher cipher = algorithm.cipher(KEY);
        byte[] sealed = cipher.encrypt(VALUE, CONTEXT);
        for (int bit = 0; bit < sealed.length * 8; bit++) {
            byte[] damaged = sealed.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertThatThrownBy(() -> cipher.decrypt(damaged, 0, CONTEXT)).isInstanceOf(GeneralSecurityException.class);
        }
        assertThatThrownBy(() -> algorithm.cipher(Samples.KEY_2).decrypt(sealed, 0, CONTEXT))
                .isInstanceOf(GeneralSecurityException.class);
    }

    @Test
    void gcmBindsAValueToItsKey() throws Exception {
        byte[] sealed = new AesGcmCipher(KEY).encrypt(VALUE, CONTEXT);
        assertThatThrownBy(() -> new AesGcmCipher(KEY).decrypt(sealed, 0,
                "/registry/secrets/default/b".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(GeneralSecurityException.class);
    }
}
