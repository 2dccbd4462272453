package mortise.core.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import mortise.api.FieldPath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressWarningsTest {

    private final List<String> warnings = new ArrayList<>();

    private static FieldView text(String text) {
        return FieldView.of(FieldPath.of("f"), text, new ArrayList<>());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.2.3.4", "2001:db8::1", "", "example.com"})
    void addressesThatAreFineAndOtherTexts(String text) {
        AddressWarnings.ip(text(text), warnings);
        assertThat(warnings).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "010.0.0.1|f: non-standard IP address '010.0.0.1' will be considered invalid in a future Kubernetes release:"
                + " use '10.0.0.1'",
        "::ffff:1.2.3.4|f: non-standard IP address '::ffff:1.2.3.4' will be considered invalid in a future Kubernetes"
                + " release: use '1.2.3.4'",
        "2001:DB8::1|f: IPv6 address '2001:DB8::1' should be in RFC 5952 canonical format ('2001:db8::1')"})
    void addresses(String text, String warning) {
        AddressWarnings.ip(text(text), warnings);
        assertThat(warnings).containsExactly(warning.replace('\'', '"'));
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.0/8", "2001:db8::/64", "", "x/8"})
    void networksThatAreFineAndOtherTexts(String text) {
        AddressWarnings.cidr(text(text), warnings);
        assertThat(warnings).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "010.0.0.0/8|f: non-standard CIDR value '010.0.0.0/8' will be considered invalid in a future Kubernetes"
                + " release: use '10.0.0.0/8'",
        "10.1.0.0/8|f: CIDR value '10.1.0.0/8' is ambiguous in this context (should be '10.0.0.0/8' or"
                + " '10.1.0.0/32'?)",
        "2001:db8::1/64|f: CIDR value '2001:db8::1/64' is ambiguous in this context (should be '2001:db8::/64' or"
                + " '2001:db8::1/128'?)",
        "2001:DB8::/64|f: IPv6 CIDR value '2001:DB8::/64' should be in RFC 5952 canonical format ('2001:db8::/64')"})
    void networks(String text, String warning) {
        AddressWarnings.cidr(text(text), warnings);
        assertThat(warnings).containsExactly(warning.replace('\'', '"'));
    }

    @Test
    void aNetworkMayBeWrongInTwoWays() {
        AddressWarnings.cidr(text("010.1.0.0/8"), warnings);
        assertThat(warnings).hasSize(2);
    }
}
