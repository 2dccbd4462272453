package mortise.core.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

final class RobustnessTest {

    private static final String[] PIECES = {"object", ".", "n", "(", ")", "[", "]", "?", ":", "1", "'a'", " + ", " == ",
        " && ", "{", "}", ",", "all", "x", "map", "optional.of", "-", "!", "0x1F", "b'x'", "1u", "in", " < ", "has",
        "quantity", "format", "\\", "\"", "\u0000", "😀", "for", "//", "`", "_", "1.5e9", "type", "null", "\n"};
    private static final int ROUNDS = 2000;
    private static final int THREADS = 4;

    @Test
    void randomTextsDoNothingUnexpected() {
        long seed = System.nanoTime();
        System.err.println("seed " + seed);
        var random = new Random(seed);
        int compiled = 0;
        for (int round = 0; round < ROUNDS; round++) {
            var source = new StringBuilder();
            for (int i = random.nextInt(10); i >= 0; i--) {
                source.append(PIECES[random.nextInt(PIECES.length)]);
            }
            compiled += attempt(source.toString()) ? 1 : 0;
        }
        assertThat(compiled).as("some texts are expressions").isPositive();
    }

    private static boolean attempt(String source) {
        try {
            Expression expression = LibrariesTest.ENVIRONMENT.compile(source, ResultType.ANY);
            try {
                expression.evaluate(LibrariesTest.values(), Budget.of(1000));
            } catch (EvaluationException expected) {
                assertThat(expected.text()).isNotEmpty();
            }
            return true;
        } catch (CompileException expected) {
            assertThat(expected.text()).startsWith("compilation failed: ");
            return false;
        }
    }

    @Test
    void deepNestingIsRefused() {
        assertThat(attempt("(".repeat(5000) + "1" + ")".repeat(5000))).isFalse();
        assertThat(attempt("[".repeat(5000))).isFalse();
        assertThat(attempt("!".repeat(90_000) + "true")).isIn(true, false);
        assertThat(attempt("'" + "a".repeat(200_000) + "'")).isFalse();
    }

    @Test
    void threadsShareExpressions() throws Exception {
        Environment environment = LibrariesTest.ENVIRONMENT.toBuilder().build();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<Object>> work = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                long number = i % 20;
                work.add(() -> environment
                        .compile("[1, 2, 3].map(x, x * object.n).sum() + " + number, ResultType.ANY)
                        .evaluate(Map.of("object", Map.of("n", number)), Budget.of(1000)));
            }
            List<Future<Object>> results = threads.invokeAll(work);
            for (int i = 0; i < results.size(); i++) {
                assertThat(results.get(i).get()).isEqualTo(7L * (i % 20));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void compiledExpressionsAreKeptUpToALimit() throws Exception {
        Environment environment = Environment.builder().build();
        Expression first = environment.compile("1 + 1", ResultType.ANY);
        assertThat(environment.compile("1 + 1", ResultType.ANY)).isSameAs(first);
        for (int i = 0; i < CompilerHolder.KEPT_MAX; i++) {
            environment.compile("2 + " + i, ResultType.ANY);
        }
        assertThat(environment.compile("1 + 1", ResultType.ANY)).isNotSameAs(first);
    }
}
