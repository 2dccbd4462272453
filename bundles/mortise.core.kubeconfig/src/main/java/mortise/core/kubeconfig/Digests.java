package mortise.core.kubeconfig;

import java.security.MessageDigest;
import java.util.HexFormat;
import mortise.api.Sha256;

/** Stands for bytes that nobody should keep. Pure. */
final class Digests {

    private Digests() {
    }

    static String of(byte[]... parts) {
        MessageDigest digest = Sha256.begin();
        for (byte[] part : parts) {
            digest.update(Sha256.of(part));
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
