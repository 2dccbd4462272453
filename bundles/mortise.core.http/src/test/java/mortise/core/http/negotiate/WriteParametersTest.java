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
        "dryRun=Some|dryRun: Unsupported value",
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
}
