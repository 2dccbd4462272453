package mortise.core.registry;

import java.util.random.RandomGenerator;

/** Makes names from {@code generateName}. Thread-safe when its source of random numbers is. */
final class NameGenerator {

    /** How often a taken name is replaced by another before the caller is told. */
    static final int ATTEMPTS_MAX = 8;

    /** No vowels and no look-alikes, so that no words appear and people can read the names out. */
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
    private static final int RANDOM_CHARS = 5;
    private static final int NAME_CHARS_MAX = 63;

    private final RandomGenerator random;

    NameGenerator(RandomGenerator random) {
        this.random = random;
    }

    /** Returns the prefix, cut to 58 characters, with five random characters behind it. */
    String generate(String prefix) {
        var name = new StringBuilder(NAME_CHARS_MAX);
        name.append(prefix, 0, Math.min(prefix.length(), NAME_CHARS_MAX - RANDOM_CHARS));
        for (int i = 0; i < RANDOM_CHARS; i++) {
            name.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return name.toString();
    }
}
