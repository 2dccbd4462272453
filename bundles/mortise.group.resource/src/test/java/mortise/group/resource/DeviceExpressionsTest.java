package mortise.group.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import mortise.core.schema.FieldView;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DeviceExpressionsTest {

    private static List<String> faults(String expression) {
        var errors = new ArrayList<FieldError>();
        DeviceExpressions.validate(FieldView.of(FieldPath.of("expression"), expression, errors));
        return errors.stream().map(FieldError::toString).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "device.driver == 'd.example.com'",
        "device.attributes['d.example.com'].model == 'x' && 'd' in device.attributes",
        "device.capacity['d.example.com'].memory.isGreaterThan(quantity('1Gi'))",
        "device.attributes['d'].version.isGreaterThan(semver('1.2.3'))"
    })
    void devicesAreChosenByWhatTheyAre(String expression) {
        assertThat(faults(expression)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            device.nope == 1 | undefined field 'nope'
            device.driver    | must evaluate to bool or the unknown type, not string
            noDevice         | undeclared reference to 'noDevice'
            device.attributes.all(a, device.attributes.all(b, device.attributes.all(c, device.attributes.all(d,\
             device.attributes.all(e, a == b && c == d))))) | too complex, exceeds cost limit
            """)
    void otherExpressionsAreRefused(String expression, String fault) {
        assertThat(faults(expression)).singleElement().asString().contains(fault);
    }
}
