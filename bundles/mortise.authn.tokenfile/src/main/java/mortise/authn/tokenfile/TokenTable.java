package mortise.authn.tokenfile;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import mortise.api.Sha256;
import mortise.api.UserInfo;
import org.jspecify.annotations.Nullable;

/**
 * Identities by token. Immutable.
 *
 * <p>Tokens are kept and compared as salted digests: how long a comparison takes then says nothing about the token, and
 * a heap dump does not hold it.
 */
final class TokenTable {

    private static final int COLUMNS_MIN = 3;
    private static final int COLUMNS_MAX = 4;

    private final byte[] salt;
    private final Map<Digest, UserInfo> users;

    private TokenTable(byte[] salt, Map<Digest, UserInfo> users) {
        this.salt = salt;
        this.users = users;
    }

    /**
     * Reads {@code token,user,uid,"group1,group2"} lines.
     *
     * @param salt random bytes, not changed any more
     * @param source where the text is from, for messages
     * @param warnings told what is odd but not wrong; never hears a token
     * @throws IllegalArgumentException naming the source and line of the first mistake
     */
    static TokenTable parse(String text, byte[] salt, String source, Consumer<String> warnings) {
        Map<Digest, UserInfo> users = new HashMap<>();
        for (CsvReader.Row row : CsvReader.read(text, source)) {
            String where = source + " line " + row.line() + ": ";
            List<String> fields = row.fields();
            check(fields, where);
            if (fields.size() > COLUMNS_MAX) {
                warnings.accept(where
                        + "columns after the fourth are ignored; several groups go into one quoted column");
            }
            if (users.put(new Digest(salt, fields.get(0)), user(fields)) != null) {
                warnings.accept(where + "the token is in an earlier line too; this line counts");
            }
        }
        return new TokenTable(salt, Map.copyOf(users));
    }

    /** Returns the identity that the token proves. */
    Optional<UserInfo> find(String token) {
        return Optional.ofNullable(users.get(new Digest(salt, token)));
    }

    private static void check(List<String> fields, String where) {
        if (fields.size() < COLUMNS_MIN) {
            throw new IllegalArgumentException(where
                    + "at least 3 columns are needed (token, user name, user uid), found " + fields.size());
        }
        if (fields.get(0).isEmpty()) {
            throw new IllegalArgumentException(where + "the token is empty");
        }
        if (fields.get(1).isEmpty()) {
            throw new IllegalArgumentException(where + "the user name is empty");
        }
    }

    private static UserInfo user(List<String> fields) {
        List<String> groups = new ArrayList<>();
        if (fields.size() > COLUMNS_MIN) {
            for (String group : fields.get(3).split(",")) {
                if (!group.isEmpty()) {
                    groups.add(group);
                }
            }
        }
        return new UserInfo(fields.get(1), fields.get(2), groups, Map.of());
    }

    /** A salted SHA-256 digest. */
    private static final class Digest {

        private final byte[] bytes;

        Digest(byte[] salt, String token) {
            MessageDigest digest = Sha256.begin();
            digest.update(salt);
            bytes = digest.digest(token.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Digest digest && MessageDigest.isEqual(bytes, digest.bytes);
        }

        @Override
        public int hashCode() {
            return bytes[0] << 24 | (bytes[1] & 0xFF) << 16 | (bytes[2] & 0xFF) << 8 | bytes[3] & 0xFF;
        }
    }
}
