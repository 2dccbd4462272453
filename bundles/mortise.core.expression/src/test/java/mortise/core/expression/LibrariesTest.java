package mortise.core.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.MethodSource;

final class LibrariesTest {

    static final Environment ENVIRONMENT = Environment.builder()
            .variable("object", ExpressionType.DYN)
            .variable("absent", ExpressionType.DYN)
            .variable("text", ExpressionType.STRING.sized(30))
            .variable("names", ExpressionType.list(ExpressionType.STRING.sized(10)).sized(100))
            .variable("struct", ExpressionType.object("struct", () -> Map.of("a", ExpressionType.INT)))
            .build();

    static Map<String, Object> values() {
        var object = new LinkedHashMap<String, Object>();
        object.put("n", 3L);
        object.put("d", 2.5);
        object.put("s", "text");
        object.put("l", List.of("a", "b"));
        object.put("m", Map.of("k", "v"));
        object.put("z", null);
        return Map.of("object", object, "text", "a", "names", List.of(), "struct", Map.of("a", 1L));
    }

    static Stream<String> truths() {
        var stream = Objects.requireNonNull(LibrariesTest.class.getResourceAsStream("true.txt"));
        try (var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return reader.lines().filter(line -> !line.startsWith("#")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("truths")
    void whatIsTrueIsTrue(String source) throws Exception {
        Expression expression = ENVIRONMENT.compile(source, ResultType.ANY);
        assertThat(expression.evaluate(values(), Budget.of(Budget.PER_OBJECT))).isEqualTo(true);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "failures.csv", delimiter = '|', quoteCharacter = '\u0001')
    void aFailureSaysWhy(String source, EvaluationException.Kind kind, String message) throws Exception {
        Expression expression = ENVIRONMENT.compile(source, ResultType.ANY);
        assertThatThrownBy(() -> expression.evaluate(values(), Budget.of(Budget.PER_OBJECT)))
                .isInstanceOfSatisfying(EvaluationException.class, e -> assertThat(e.kind()).isEqualTo(kind))
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "complaints.csv", delimiter = '\t', quoteCharacter = '\u0001')
    void whatCannotBeCompiledIsShown(String source, String complaint) {
        assertThatThrownBy(() -> ENVIRONMENT.compile(source, ResultType.ANY))
                .isInstanceOfSatisfying(CompileException.class,
                        e -> assertThat(e.kind()).isEqualTo(CompileException.Kind.INVALID))
                .hasMessage("compilation failed: ERROR: <input>:" + complaint.replace('~', '\n'));
    }

    @Test
    void everyDeclaredFunctionDoesSomething() {
        List<String> missing = Arrays.stream(Libraries.declarations(ENVIRONMENT).split("\n"))
                .filter(line -> !line.isBlank())
                .map(line -> line.contains(" -> ") ? line.substring(line.indexOf(" -> ") + 4) : line)
                .map(line -> line.substring(0, line.indexOf('(')))
                .filter(name -> !Libraries.has(name) && !List.of("or", "orValue", "_[_]", "_[?_]").contains(name))
                .toList();
        assertThat(missing).isEmpty();
    }
}
