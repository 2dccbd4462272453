package mortise.spi.storage;

/**
 * A key with its value as it was at some revision.
 *
 * @param key the key
 * @param value the bytes; neither the store nor the caller changes them
 * @param createRevision revision of the change that created the key after it last had no value
 * @param modRevision revision of the change that wrote this value
 */
public record StoredValue(String key, byte[] value, long createRevision, long modRevision) {
}
