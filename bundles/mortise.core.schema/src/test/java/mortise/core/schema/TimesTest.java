package mortise.core.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimesTest {

    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss");

    @ParameterizedTest
    @CsvSource({
        "2026-01-31T12:00:00Z, 2026-01-31T12:00:00Z",
        "2026-01-31T12:00:00+02:00, 2026-01-31T10:00:00Z",
        "2026-01-31T23:30:00-01:30, 2026-02-01T01:00:00Z",
        "2026-01-31T12:00:00.999Z, 2026-01-31T12:00:00Z",
        "'2026-01-31T12:00:00,5Z', 2026-01-31T12:00:00Z",
        "2026-01-31T2:00:00Z, 2026-01-31T02:00:00Z",
        "2024-02-29T00:00:00+00:00, 2024-02-29T00:00:00Z"
    })
    void timesAreWrittenInUtcWithWholeSeconds(String written, String shown) {
        assertThat(Times.canonical(written)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-31T12:00:00.000000Z, 2026-01-31T12:00:00.000000Z",
        "2026-01-31T12:00:00.123456+02:00, 2026-01-31T10:00:00.123456Z",
        "'2026-01-31T12:00:00,123456Z', 2026-01-31T12:00:00.123456Z"
    })
    void microTimesHaveSixDigits(String written, String shown) {
        assertThat(Times.canonicalMicros(written)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "''|''|2006", "tomorrow|tomorrow|2006", "2026/01/31|/01/31|-", "2026-1-31T00:00:00Z|1-31T00:00:00Z|01",
        "2026-01-31 12:00:00Z|' 12:00:00Z'|T", "2026-01-31Tx|x|15", "2026-01-31T12:0:00Z|0:00Z|04",
        "2026-01-31T12:00:00|''|Z07:00", "2026-01-31T12:00:00+0200|+0200|Z07:00",
        "2026-01-31T12:00:00?02:00|?02:00|Z07:00"
    })
    void theMessageNamesTheElementThatIsNotThere(String written, String rest, String element) {
        assertThatThrownBy(() -> Times.canonical(written)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("parsing time \"" + written + "\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"" + rest
                        + "\" as \"" + element + "\"");
    }

    @ParameterizedTest
    @CsvSource({
        "2026-13-01T00:00:00Z, month", "2026-02-29T00:00:00Z, day", "2026-01-32T00:00:00Z, day",
        "2026-01-01T24:00:00Z, hour", "2026-01-01T00:60:00Z, minute", "2026-01-01T00:00:60Z, second",
        "2026-01-01T00:00:00+25:00, time zone offset hour"
    })
    void theMessageNamesTheElementThatIsOutOfRange(String written, String element) {
        assertThatThrownBy(() -> Times.canonical(written))
                .hasMessage("parsing time \"" + written + "\": " + element + " out of range");
    }

    @Test
    void nothingFollowsATime() {
        assertThatThrownBy(() -> Times.canonical("2026-01-31T12:00:00Z1"))
                .hasMessage("parsing time \"2026-01-31T12:00:00Z1\": extra text: \"1\"");
        assertThatThrownBy(() -> Times.canonicalMicros("2026-01-31T12:00:00Z")).hasMessage(
                "parsing time \"2026-01-31T12:00:00Z\" as \"2006-01-02T15:04:05.000000Z07:00\": cannot parse \"Z\""
                        + " as \".000000\"");
    }

    @Test
    void everyTimeOfEveryZoneIsTheSameMoment() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int i = 0; i < 5000; i++) {
            Instant moment = Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000) * 1000L);
            OffsetDateTime there = moment.atOffset(ZoneOffset.ofTotalSeconds(60 * (random.nextInt(2161) - 1080)));
            String zone = there.getOffset() == ZoneOffset.UTC ? "+00:00" : there.getOffset().getId();
            String text = there.format(SECONDS);
            String micros = String.format(".%06d", there.getNano() / 1000);
            assertThat(Instant.parse(Times.canonical(text + zone))).as("seed %d", seed)
                    .isEqualTo(moment.truncatedTo(ChronoUnit.SECONDS));
            assertThat(Instant.parse(Times.canonicalMicros(text + micros + zone))).as("seed %d", seed)
                    .isEqualTo(moment);
        }
    }

    @Test
    void zonesDoNotCarryTimesOutOfTheYearsThatCanBeWritten() {
        assertThatThrownBy(() -> Times.canonical("9999-12-31T23:59:59-23:59")).hasMessageEndingWith("out of range");
        assertThatThrownBy(() -> Times.canonical("0000-01-01T00:00:00+01:00")).hasMessageEndingWith("out of range");
    }
}
