package mortise.core.pki;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Reads the attributes of a distinguished name in the order of its encoding. The JDK's texts of names have another
 * order and lose the type of values, so this reads the encoding itself:
 *
 * <pre>
 * Name      ::= SEQUENCE OF SET OF Attribute
 * Attribute ::= SEQUENCE { type OBJECT IDENTIFIER, value ANY }
 * </pre>
 */
public final class SubjectReader {

    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int OBJECT_IDENTIFIER = 0x06;
    private static final int UTF8_STRING = 0x0C;
    private static final int NUMERIC_STRING = 0x12;
    private static final int PRINTABLE_STRING = 0x13;
    private static final int TELETEX_STRING = 0x14;
    private static final int IA5_STRING = 0x16;
    private static final int BMP_STRING = 0x1E;

    private static final int LENGTH_BYTES_MAX = 3;

    /** Object identifier of the common name, its encoding in hexadecimal. */
    public static final String COMMON_NAME = "550403";

    private SubjectReader() {
    }

    /**
     * Returns the common name of a subject; of several the last one in the order of the encoding, empty without any.
     *
     * @throws CertificateException when the subject cannot be read
     */
    public static String commonName(X509Certificate certificate) throws CertificateException {
        String name = "";
        for (Attribute attribute : read(certificate.getSubjectX500Principal().getEncoded())) {
            if (attribute.type().equals(COMMON_NAME)) {
                name = attribute.text().orElse(name);
            }
        }
        return name;
    }

    /**
     * An attribute of a name.
     *
     * @param type object identifier, its encoding in hexadecimal
     * @param text value; nothing when it is not a text
     */
    public record Attribute(String type, Optional<String> text) {
    }

    /**
     * Reads a name; the buffer is not trusted.
     *
     * @throws CertificateException when it is not such an encoding
     */
    public static List<Attribute> read(byte[] encoded) throws CertificateException {
        List<Attribute> attributes = new ArrayList<>();
        ByteBuffer names = content(ByteBuffer.wrap(encoded), SEQUENCE);
        while (names.hasRemaining()) {
            ByteBuffer set = content(names, SET);
            while (set.hasRemaining()) {
                attributes.add(attribute(content(set, SEQUENCE)));
            }
        }
        return attributes;
    }

    private static Attribute attribute(ByteBuffer from) throws CertificateException {
        String type = HexFormat.of().formatHex(bytes(content(from, OBJECT_IDENTIFIER)));
        if (!from.hasRemaining()) {
            throw malformed();
        }
        int tag = from.get(from.position()) & 0xFF;
        return new Attribute(type, text(tag, content(from, tag)));
    }

    private static Optional<String> text(int tag, ByteBuffer value) throws CertificateException {
        return switch (tag) {
            case UTF8_STRING -> Optional.of(decode(value, StandardCharsets.UTF_8));
            case NUMERIC_STRING, PRINTABLE_STRING, IA5_STRING -> Optional.of(decode(value, StandardCharsets.US_ASCII));
            case TELETEX_STRING -> Optional.of(decode(value, StandardCharsets.ISO_8859_1));
            case BMP_STRING -> Optional.of(decode(value, StandardCharsets.UTF_16BE));
            default -> Optional.empty();
        };
    }

    private static String decode(ByteBuffer value, Charset charset) throws CertificateException {
        try {
            // A new decoder reports what it cannot decode instead of replacing it: two names must not become one.
            return charset.newDecoder().decode(value).toString();
        } catch (CharacterCodingException e) {
            throw malformed();
        }
    }

    /** Returns the content of the next element and steps over it. */
    private static ByteBuffer content(ByteBuffer from, int tag) throws CertificateException {
        if (from.remaining() < 2 || (from.get() & 0xFF) != tag) {
            throw malformed();
        }
        int length = length(from);
        if (length > from.remaining()) {
            throw malformed();
        }
        ByteBuffer content = from.slice(from.position(), length);
        from.position(from.position() + length);
        return content;
    }

    private static int length(ByteBuffer from) throws CertificateException {
        int first = from.get() & 0xFF;
        if (first < 0x80) {
            return first;
        }
        int count = first & 0x7F;
        if (count == 0 || count > LENGTH_BYTES_MAX || count > from.remaining()) {
            throw malformed();
        }
        int length = 0;
        for (int i = 0; i < count; i++) {
            length = length << 8 | from.get() & 0xFF;
        }
        return length;
    }

    private static byte[] bytes(ByteBuffer from) {
        byte[] bytes = new byte[from.remaining()];
        from.get(bytes);
        return bytes;
    }

    private static CertificateException malformed() {
        return new CertificateException("its subject cannot be read");
    }
}
