package mortise.core.http.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import mortise.api.ApiException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeadlineTest {

    @ParameterizedTest
    @CsvSource({"0,0", "1s,1000000000", "1m30s,90000000000", "500ms,500000000", "1.5h,5400000000000", "2us,2000"})
    void readsDurations(String text, long nanos) {
        assertThat(Deadline.nanos(text)).isEqualTo(nanos);
    }

    @ParameterizedTest
    @ValueSource(strings = {"xx", "5", "s", "1..2s", "-1s", "1s2"})
    void refusesWhatIsNone(String text) {
        assertThatThrownBy(() -> Deadline.nanos(text)).isInstanceOf(ApiException.class);
    }
}
