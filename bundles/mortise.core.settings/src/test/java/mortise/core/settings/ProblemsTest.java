package mortise.core.settings;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ProblemsTest {

    private final Problems problems = new Problems();

    @Test
    void nothingIsNoProblem() {
        assertThatCode(() -> problems.throwIfAny("x")).doesNotThrowAnyException();
    }

    @Test
    void oneStandsAlone() {
        problems.required("a.b", "");
        assertThatIllegalArgumentException().isThrownBy(() -> problems.throwIfAny("bad: "))
                .withMessage("bad: a.b: Required value");
    }

    @Test
    void severalStandInBracketsInTheirOrder() {
        problems.required("a", "it counts");
        problems.invalid("b", "x\"\n\\", "is wrong");
        problems.duplicate("c", "x");
        problems.tooMany("d", 3, 2);
        problems.unsupported("e", "x", "y", "z");
        problems.add("as it is");
        assertThatIllegalArgumentException().isThrownBy(() -> problems.throwIfAny("")).withMessage("""
                [a: Required value: it counts, b: Invalid value: "x\\"\\n\\\\": is wrong, c: Duplicate value: "x", \
                d: Too many: 3: must have at most 2 items, \
                e: Unsupported value: "x": supported values: "y", "z", as it is]""");
    }

    @Test
    void longValuesAreCut() {
        problems.duplicate("a", "x".repeat(2000));
        assertThatIllegalArgumentException().isThrownBy(() -> problems.throwIfAny(""))
                .withMessage("a: Duplicate value: \"" + "x".repeat(1024) + "...\"");
    }
}
