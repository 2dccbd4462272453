package mortise.core.etcd;

import io.etcd.jetcd.ByteSequence;

/**
 * How the keys of the store are spelled in etcd: {@code /registry} may be another text there, which is how several
 * clusters use one etcd. Keys that do not begin so are the same in both.
 */
final class Keys {

    /** What keys begin with for everybody but etcd. */
    static final String USUAL = "/registry";

    private final String prefix;

    /**
     * @param prefix what keys begin with in etcd, with or without slashes around it
     * @throws IllegalArgumentException when it is empty
     */
    Keys(String prefix) {
        String bare = prefix.replaceAll("^/+|/+$", "").replaceAll("/+", "/");
        if (bare.isEmpty()) {
            throw new IllegalArgumentException("etcd.prefix: \"" + prefix + "\" is no prefix, such as /registry");
        }
        this.prefix = "/" + bare;
    }

    /** Returns a key, or the end of a range, as etcd has it. */
    ByteSequence bytes(String key) {
        return Connection.bytes(key.startsWith(USUAL) ? prefix + key.substring(USUAL.length()) : key);
    }

    /** Returns a key of etcd as everybody else has it. */
    String text(ByteSequence bytes) {
        String key = Connection.text(bytes);
        return key.startsWith(prefix) ? USUAL + key.substring(prefix.length()) : key;
    }
}
