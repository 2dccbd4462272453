package mortise.core.http.negotiate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import mortise.api.ApiException;
import mortise.core.http.exchange.Query;
import mortise.core.registry.FieldValidation;
import mortise.core.registry.WriteOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WriteParametersTest {

    private static WriteOptions parse(String query, String userAgent) {
        return WriteParameters.parse(Query.parse(query), userAgent, "CreateOptions", "k8s.io");
    }

    @Test
    void theDefaultsWarnAndNameTheProgram() {
        assertThat(parse("", "kubectl/v1.30 (linux)"))
                .isEqualTo(new WriteOptions(false, FieldValidation.WARN, "kubectl"));
        assertThat(parse("", "").fieldManager()).isEqualTo("unknown");
    }

    @Test
    void aDryRunMayBeAskedForTwiceOrNotAtAll() {
        assertThat(parse("dryRun=All&dryRun=All", "").dryRun()).isTrue();
        assertThat(parse("dryRun&pretty=true", "").dryRun()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "dryRun=Some|dryRun: Unsupported value: [\"Some\"]: supported values: \"All\"",
        "fieldValidation=Odd|fieldValidation: Unsupported value: \"Odd\"",
        "fieldManager=a%0ab|fieldManager: Invalid value",
    })
    void whatIsNotValidIsUnprocessable(String query, String message) {
        assertThatThrownBy(() -> parse(query, "")).isInstanceOfSatisfying(ApiException.class, refusal -> {
            assertThat(refusal.status().code()).isEqualTo(422);
            assertThat(refusal.getMessage()).startsWith("CreateOptions.meta.k8s.io \"\" is invalid: ")
                    .contains(message);
        });
    }

    @Test
    void aManagerHas128BytesAtMost() {
        assertThat(parse("fieldManager=" + "x".repeat(128), "").fieldManager()).hasSize(128);
        assertThatThrownBy(() -> parse("fieldManager=" + "x".repeat(129), "")).isInstanceOf(ApiException.class);
    }

    @Test
    void programsAreNamedByWhatCanBePrintedAndFits() {
        assertThat(parse("", "a b\u0007\u00a0\u200b/1").fieldManager()).isEqualTo("a b");
        assertThat(parse("", "/weird").fieldManager()).isEqualTo("unknown");
        assertThat(parse("", "x".repeat(200)).fieldManager()).hasSize(128);
        // Four bytes each; half of one is none.
        assertThat(parse("", "x" + "\ud83d\ude00".repeat(40)).fieldManager())
                .isEqualTo("x" + "\ud83d\ude00".repeat(31));
    }

    @Test
    void anApplyIsDoneInSomebodysNameAndOnlyItUsesForce() {
        assertThat(WriteParameters.parsePatch(Query.parse("fieldManager=m&force"), "curl/8", true, "k8s.io"))
                .isEqualTo(new WriteOptions(false, FieldValidation.WARN, "m", true));
        assertThat(WriteParameters.parsePatch(Query.parse("fieldManager=m&force=false"), "", true, "k8s.io").force())
                .isFalse();
        assertThatThrownBy(() -> WriteParameters.parsePatch(Query.parse("fieldManager="), "curl/8", true, "k8s.io"))
                .hasMessage("PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: Required value: "
                        + "is required for apply patch");
        assertThatThrownBy(() -> WriteParameters.parsePatch(Query.parse("force=false"), "curl/8", false, "k8s.io"))
                .hasMessage("PatchOptions.meta.k8s.io \"\" is invalid: force: Forbidden: "
                        + "may not be specified for non-apply patch");
    }

    @Test
    void aManagerIsNamedByWhatCanBePrinted() {
        assertThatThrownBy(() -> parse("fieldManager=a%00b", ""))
                .hasMessageContaining("invalid character U+0000 (at position 1)");
    }
}
