package mortise.core.http.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoDurationTest {

    @ParameterizedTest
    @CsvSource({"0,0", "1s,1000000000", "1m30s,90000000000", "500ms,500000000", "1.5h,5400000000000", "2us,2000"})
    void readsDurations(String text, long nanos) {
        assertThat(GoDuration.nanos(text)).hasValue(nanos);
    }

    @ParameterizedTest
    @ValueSource(strings = {"xx", "5", "s", "1..2s", "-1s", "1s2"})
    void refusesWhatIsNone(String text) {
        assertThat(GoDuration.nanos(text)).isEmpty();
    }
}
