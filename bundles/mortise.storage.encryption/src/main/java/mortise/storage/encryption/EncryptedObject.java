package mortise.storage.encryption;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import mortise.spi.storage.KeyService.SealedKey;

/**
 * What is stored behind the prefix of a key service: the message {@code v2.EncryptedObject} of Kubernetes.
 *
 * @param data the encrypted value
 * @param source what its key comes from, encrypted
 * @param type {@link #KEY} or {@link #SEED}: what the source is
 */
record EncryptedObject(byte[] data, SealedKey source, int type) {

    /** The source is the very key of AES-GCM. */
    static final int KEY = 0;
    /** The source is a seed, of which each value's key is derived. */
    static final int SEED = 1;

    static final int KEY_ID_BYTES_MAX = 1 << 10;
    static final int SOURCE_BYTES_MAX = 1 << 10;
    static final int ANNOTATIONS_BYTES_MAX = 32 << 10;

    private static final int FIELD_DATA = 1;
    private static final int FIELD_KEY_ID = 2;
    private static final int FIELD_SOURCE = 3;
    private static final int FIELD_ANNOTATIONS = 4;
    private static final int FIELD_TYPE = 5;
    private static final int FIELD_MAP_KEY = 1;
    private static final int FIELD_MAP_VALUE = 2;
    private static final int FIELD_SHIFT = 3;
    private static final byte[] NOTHING = {};
    private static final int NAME_CHARACTERS_MAX = 253;
    private static final Pattern DOMAIN = Pattern.compile(
            "[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)+\\.?");

    /** Reads a message. */
    static EncryptedObject parse(byte[] stored, int from) throws EncryptionException {
        CodedInputStream in = CodedInputStream.newInstance(stored, from, stored.length - from);
        byte[] data = NOTHING;
        String keyId = "";
        byte[] source = NOTHING;
        Map<String, byte[]> annotations = new TreeMap<>();
        int type = KEY;
        try {
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag >>> FIELD_SHIFT) {
                    case FIELD_DATA -> data = in.readByteArray();
                    case FIELD_KEY_ID -> keyId = in.readStringRequireUtf8();
                    case FIELD_SOURCE -> source = in.readByteArray();
                    case FIELD_ANNOTATIONS -> readAnnotation(in, annotations);
                    case FIELD_TYPE -> type = in.readEnum();
                    default -> in.skipField(tag);
                }
            }
        } catch (IOException e) {
            throw new EncryptionException("the stored data is not a message of the KMS envelope", e);
        }
        var read = new EncryptedObject(data, new SealedKey(source, keyId, annotations), type);
        if (data.length == 0) {
            throw new EncryptionException("encrypted data is empty", null);
        }
        read.check();
        return read;
    }

    private static void readAnnotation(CodedInputStream in, Map<String, byte[]> annotations) throws IOException {
        int limit = in.pushLimit(in.readRawVarint32());
        String name = "";
        byte[] value = NOTHING;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag >>> FIELD_SHIFT) {
                case FIELD_MAP_KEY -> name = in.readStringRequireUtf8();
                case FIELD_MAP_VALUE -> value = in.readByteArray();
                default -> in.skipField(tag);
            }
        }
        in.popLimit(limit);
        annotations.put(name, value);
    }

    /**
     * Checks everything but the data, which a service may have made wrong.
     *
     * @throws EncryptionException saying what is wrong
     */
    void check() throws EncryptionException {
        if (type != KEY && type != SEED) {
            throw new EncryptionException("unknown encryptedDEKSourceType: " + type, null);
        }
        int sourceBytes = source.ciphertext().length;
        if (sourceBytes == 0) {
            throw new EncryptionException("failed to validate encrypted DEK source: encrypted DEK source is empty",
                    null);
        }
        if (sourceBytes > SOURCE_BYTES_MAX) {
            throw new EncryptionException("failed to validate encrypted DEK source: encrypted DEK source is "
                    + sourceBytes + " bytes, which exceeds the max size of " + SOURCE_BYTES_MAX, null);
        }
        checkKeyId(source.keyId());
        checkAnnotations();
    }

    /** Checks the name of a key. */
    static void checkKeyId(String keyId) throws EncryptionException {
        int bytes = keyId.getBytes(StandardCharsets.UTF_8).length;
        if (bytes == 0) {
            throw new EncryptionException("failed to validate key id: keyID is empty", null);
        }
        if (bytes > KEY_ID_BYTES_MAX) {
            throw new EncryptionException("failed to validate key id: keyID is " + bytes
                    + " bytes, which exceeds the max size of " + KEY_ID_BYTES_MAX, null);
        }
    }

    private void checkAnnotations() throws EncryptionException {
        long bytes = 0;
        for (Map.Entry<String, byte[]> annotation : source.annotations().entrySet()) {
            String name = annotation.getKey();
            if (name.length() > NAME_CHARACTERS_MAX || !DOMAIN.matcher(name).matches()) {
                throw new EncryptionException("failed to validate annotations: a name is not a fully qualified domain"
                        + " name", null);
            }
            bytes += (long) name.length() + annotation.getValue().length;
        }
        if (bytes > ANNOTATIONS_BYTES_MAX) {
            throw new EncryptionException("failed to validate annotations: total size of annotations is " + bytes
                    + ", which exceeds the max size of " + ANNOTATIONS_BYTES_MAX, null);
        }
    }

    /** Returns the message behind a prefix. */
    byte[] bytes(byte[] prefix) {
        var bytes = new ByteArrayOutputStream(prefix.length + data.length + source.ciphertext().length + 128);
        bytes.writeBytes(prefix);
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        try {
            out.writeByteArray(FIELD_DATA, data);
            writeKey(out);
            out.flush();
        } catch (IOException e) {
            throw new IllegalStateException("memory does not fail", e);
        }
        return bytes.toByteArray();
    }

    /** Returns all but the data: the same bytes for the same key. */
    byte[] keyBytes() {
        var bytes = new ByteArrayOutputStream(source.ciphertext().length + 128);
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        try {
            writeKey(out);
            out.flush();
        } catch (IOException e) {
            throw new IllegalStateException("memory does not fail", e);
        }
        return bytes.toByteArray();
    }

    private void writeKey(CodedOutputStream out) throws IOException {
        out.writeString(FIELD_KEY_ID, source.keyId());
        out.writeByteArray(FIELD_SOURCE, source.ciphertext());
        for (Map.Entry<String, byte[]> annotation : new TreeMap<>(source.annotations()).entrySet()) {
            out.writeTag(FIELD_ANNOTATIONS, WireFormat.WIRETYPE_LENGTH_DELIMITED);
            out.writeUInt32NoTag(CodedOutputStream.computeStringSize(FIELD_MAP_KEY, annotation.getKey())
                    + CodedOutputStream.computeByteArraySize(FIELD_MAP_VALUE, annotation.getValue()));
            out.writeString(FIELD_MAP_KEY, annotation.getKey());
            out.writeByteArray(FIELD_MAP_VALUE, annotation.getValue());
        }
        if (type != KEY) {
            out.writeEnum(FIELD_TYPE, type);
        }
    }
}
