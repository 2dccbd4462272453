package mortise.spi.storage;

/**
 * A key with its value as it was at some revision.
 *
 * @param key the key
 * @param value the bytes; neither the store nor the caller changes them; empty when they cannot be read
 * @param createRevision revision of the change that created the key after it last had no value
 * @param modRevision revision of the change that wrote this value
 * @param unreadable why what was written cannot be made out any more, for example because the key it is encrypted with
 *     is missing; empty when it can
 */
public record StoredValue(String key, byte[] value, long createRevision, long modRevision, String unreadable) {

    /** Makes one that can be read. */
    public StoredValue(String key, byte[] value, long createRevision, long modRevision) {
        this(key, value, createRevision, modRevision, "");
    }
}
