package mortise.core.pki;

import java.io.ByteArrayOutputStream;
import java.security.spec.InvalidKeySpecException;
import java.util.Arrays;

/** Puts the older forms of keys into those that the JDK reads. Pure. */
public final class KeyForms {

    private static final int SEQUENCE = 0x30;
    private static final int OCTETS = 0x04;
    private static final int BITS = 0x03;
    private static final int CURVE_FIELD = 0xa0;
    private static final byte[] VERSION_0 = {0x02, 0x01, 0x00};
    private static final byte[] RSA = {
        SEQUENCE, 0x0d, 0x06, 0x09, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 0x01, 0x01, 0x01,
        0x05, 0x00};
    private static final byte[] EC_OID = {0x06, 0x07, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x02, 0x01};

    private KeyForms() {
    }

    /** Wraps an RSA private key in the form of PKCS#1, DER, as PKCS#8. */
    public static byte[] rsaPrivateKey(byte[] pkcs1) {
        return tagged(SEQUENCE, VERSION_0, RSA, tagged(OCTETS, pkcs1));
    }

    /** Wraps an RSA public key in the form of PKCS#1, DER, as that of certificates. */
    public static byte[] rsaPublicKey(byte[] pkcs1) {
        return tagged(SEQUENCE, RSA, tagged(BITS, new byte[1], pkcs1));
    }

    /**
     * Wraps an EC private key in the form of RFC 5915, DER, as PKCS#8.
     *
     * @throws InvalidKeySpecException when it is cut off or does not name its curve
     */
    public static byte[] ecPrivateKey(byte[] rfc5915) throws InvalidKeySpecException {
        return tagged(SEQUENCE, VERSION_0, tagged(SEQUENCE, EC_OID, curve(rfc5915)), tagged(OCTETS, rfc5915));
    }

    /** Finds the curve: the field with tag 0 behind version and key. */
    private static byte[] curve(byte[] der) throws InvalidKeySpecException {
        int at = contentAt(der, 0);
        while (at < der.length) {
            int from = contentAt(der, at);
            int end = from + length(der, at);
            if (end > der.length || end <= at) {
                break;
            }
            if ((der[at] & 0xff) == CURVE_FIELD) {
                return Arrays.copyOfRange(der, from, end);
            }
            at = end;
        }
        throw new InvalidKeySpecException("the EC key does not name its curve");
    }

    private static int contentAt(byte[] der, int at) throws InvalidKeySpecException {
        int first = byteAt(der, at + 1);
        return at + 2 + (first < 0x80 ? 0 : first - 0x80);
    }

    private static int length(byte[] der, int at) throws InvalidKeySpecException {
        int first = byteAt(der, at + 1);
        if (first < 0x80) {
            return first;
        }
        int length = 0;
        for (int i = 0; i < Math.min(3, first - 0x80); i++) {
            length = length << 8 | byteAt(der, at + 2 + i);
        }
        return length;
    }

    private static int byteAt(byte[] der, int at) throws InvalidKeySpecException {
        if (at >= der.length) {
            throw new InvalidKeySpecException("the key is cut off");
        }
        return der[at] & 0xff;
    }

    private static byte[] tagged(int tag, byte[]... parts) {
        var content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        var out = new ByteArrayOutputStream(content.size() + 4);
        out.write(tag);
        if (content.size() < 0x80) {
            out.write(content.size());
        } else if (content.size() < 0x100) {
            out.write(0x81);
            out.write(content.size());
        } else {
            out.write(0x82);
            out.write(content.size() >> 8);
            out.write(content.size());
        }
        out.writeBytes(content.toByteArray());
        return out.toByteArray();
    }
}
