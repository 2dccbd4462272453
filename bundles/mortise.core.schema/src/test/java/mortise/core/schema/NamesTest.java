package mortise.core.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import mortise.api.Syntax;
import org.junit.jupiter.api.Test;

/** What is fine is told by one look at a text, and must be just what nothing wrong is found with. */
class NamesTest {

    private static final Logger LOG = Logger.getLogger(NamesTest.class.getName());
    private static final int TEXTS = 200_000;
    private static final String SIGNS = "ab9Z-._/~\u00e9";

    private static final Pattern PORT = Pattern.compile("(?=.{1,15}$)(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*");
    private static final Pattern KEY = Pattern.compile("((?=.{1,253}/)[a-z0-9]([-a-z0-9]*[a-z0-9])?"
            + "(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(?=.{1,63}$)([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");

    private final Random random = new Random(seed());

    private static long seed() {
        long seed = System.nanoTime();
        LOG.info("seed " + seed);
        return seed;
    }

    private String text() {
        int few = random.nextInt(3) == 0 ? SIGNS.length() : 5;
        int length = random.nextInt(50) == 0 ? 60 + random.nextInt(6) : random.nextInt(18);
        var text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(SIGNS.charAt(random.nextInt(few)));
        }
        return text.toString();
    }

    @Test
    void namesOfPortsAreThoseOfThePattern() {
        for (int i = 0; i < TEXTS; i++) {
            String text = text();
            assertThat(Names.portName(text).isEmpty()).as(text).isEqualTo(PORT.matcher(text).matches());
        }
    }

    @Test
    void qualifiedNamesAndKeysOfLabelsAreThoseOfThePattern() {
        for (int i = 0; i < TEXTS; i++) {
            String text = random.nextBoolean() ? text() : text() + "/" + text();
            boolean fine = KEY.matcher(text).matches();
            assertThat(Names.qualified(text).isEmpty()).as(text).isEqualTo(fine);
            assertThat(Syntax.labelKey(text).isEmpty()).as(text).isEqualTo(fine);
        }
        String longest = "a".repeat(253) + "/" + "b".repeat(63);
        assertThat(Names.qualified(longest)).isEmpty();
        assertThat(Names.qualified("a" + longest)).hasSize(1);
        assertThat(Names.qualified(longest + "b")).hasSize(1);
    }

    @Test
    void namesOfVariablesArePrintable() {
        assertThat(Names.envVar("a b.~")).isEmpty();
        assertThat(Names.envVar("a=b")).hasSize(1);
        assertThat(Names.envVar("a\u007f")).hasSize(1);
    }

    @Test
    void bytesAreThoseOfUtf8() {
        assertThat(Names.bytes("abc")).isEqualTo(3);
        assertThat(Names.bytes("ab\u00e9\u20ac")).isEqualTo(7);
    }
}
