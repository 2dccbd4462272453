package mortise.storage.encryption.kms;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import mortise.spi.storage.KeyService.SealedKey;
import mortise.spi.storage.KeyService.Status;

/** The messages of the KMS API, package {@code v2}, as bytes. Fields that are not known are passed over. */
final class KmsMessages {

    private static final int FIELD_SHIFT = 3;
    private static final byte[] NOTHING = {};

    private static final int STATUS_VERSION = 1;
    private static final int STATUS_HEALTHZ = 2;
    private static final int STATUS_KEY_ID = 3;
    private static final int ENCRYPT_PLAINTEXT = 1;
    private static final int ENCRYPT_UID = 2;
    private static final int ENCRYPTED_CIPHERTEXT = 1;
    private static final int ENCRYPTED_KEY_ID = 2;
    private static final int ENCRYPTED_ANNOTATIONS = 3;
    private static final int DECRYPT_CIPHERTEXT = 1;
    private static final int DECRYPT_UID = 2;
    private static final int DECRYPT_KEY_ID = 3;
    private static final int DECRYPT_ANNOTATIONS = 4;
    private static final int DECRYPTED_PLAINTEXT = 1;
    private static final int MAP_KEY = 1;
    private static final int MAP_VALUE = 2;

    private KmsMessages() {
    }

    /** Writes fields. */
    @FunctionalInterface
    private interface Fields {

        void write(CodedOutputStream out) throws IOException;
    }

    private static byte[] message(Fields fields) {
        var bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        try {
            fields.write(out);
            out.flush();
        } catch (IOException e) {
            throw new IllegalStateException("memory does not fail", e);
        }
        return bytes.toByteArray();
    }

    /** Returns a {@code StatusRequest}. */
    static byte[] statusRequest() {
        return NOTHING;
    }

    /** Returns an {@code EncryptRequest}. */
    static byte[] encryptRequest(byte[] plaintext, String uid) {
        return message(out -> {
            out.writeByteArray(ENCRYPT_PLAINTEXT, plaintext);
            out.writeString(ENCRYPT_UID, uid);
        });
    }

    /** Returns a {@code DecryptRequest}. */
    static byte[] decryptRequest(SealedKey key, String uid) {
        return message(out -> {
            out.writeByteArray(DECRYPT_CIPHERTEXT, key.ciphertext());
            out.writeString(DECRYPT_UID, uid);
            out.writeString(DECRYPT_KEY_ID, key.keyId());
            for (Map.Entry<String, byte[]> annotation : new TreeMap<>(key.annotations()).entrySet()) {
                out.writeTag(DECRYPT_ANNOTATIONS, WireFormat.WIRETYPE_LENGTH_DELIMITED);
                out.writeUInt32NoTag(CodedOutputStream.computeStringSize(MAP_KEY, annotation.getKey())
                        + CodedOutputStream.computeByteArraySize(MAP_VALUE, annotation.getValue()));
                out.writeString(MAP_KEY, annotation.getKey());
                out.writeByteArray(MAP_VALUE, annotation.getValue());
            }
        });
    }

    /** Reads a {@code StatusResponse}. */
    static Status status(byte[] message) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(message);
        String version = "";
        String health = "";
        String keyId = "";
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag >>> FIELD_SHIFT) {
                case STATUS_VERSION -> version = in.readStringRequireUtf8();
                case STATUS_HEALTHZ -> health = in.readStringRequireUtf8();
                case STATUS_KEY_ID -> keyId = in.readStringRequireUtf8();
                default -> in.skipField(tag);
            }
        }
        return new Status(version, health, keyId);
    }

    /** Reads an {@code EncryptResponse}. */
    static SealedKey encrypted(byte[] message) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(message);
        byte[] ciphertext = NOTHING;
        String keyId = "";
        Map<String, byte[]> annotations = new TreeMap<>();
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag >>> FIELD_SHIFT) {
                case ENCRYPTED_CIPHERTEXT -> ciphertext = in.readByteArray();
                case ENCRYPTED_KEY_ID -> keyId = in.readStringRequireUtf8();
                case ENCRYPTED_ANNOTATIONS -> annotation(in, annotations);
                default -> in.skipField(tag);
            }
        }
        return new SealedKey(ciphertext, keyId, annotations);
    }

    private static void annotation(CodedInputStream in, Map<String, byte[]> annotations) throws IOException {
        int limit = in.pushLimit(in.readRawVarint32());
        String name = "";
        byte[] value = NOTHING;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag >>> FIELD_SHIFT) {
                case MAP_KEY -> name = in.readStringRequireUtf8();
                case MAP_VALUE -> value = in.readByteArray();
                default -> in.skipField(tag);
            }
        }
        in.popLimit(limit);
        annotations.put(name, value);
    }

    /** Reads a {@code DecryptResponse}. */
    static byte[] decrypted(byte[] message) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(message);
        byte[] plaintext = NOTHING;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (tag >>> FIELD_SHIFT == DECRYPTED_PLAINTEXT) {
                plaintext = in.readByteArray();
            } else {
                in.skipField(tag);
            }
        }
        return plaintext;
    }
}
