package mortise.itests.architecture;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What no source file holds. */
class SourceRulesTest {

    // Put together from parts, so that this file keeps its own rules.
    private static final Pattern UNFINISHED = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");
    private static final Pattern AUTHOR = Pattern.compile("@" + "author\\b");
    private static final Pattern MACHINE_PATH = Pattern.compile("(?<![\\w.}-])(/wo" + "rk/|/ho" + "me/\\w|/ro" + "ot/"
            + "|/us" + "r/lib/jvm|C:\\\\Use" + "rs)|\\.\\./sha" + "red|repo1?\\.maven\\.(apache\\.)?or" + "g/maven2"
            + "|registry\\.np" + "mjs|deb\\.deb" + "ian\\.or" + "g");

    private final Reactor reactor = Reactor.get();

    @Test
    void nobodyWritesToTheStandardStreams() {
        banInMain("standard-streams", "writes past the log", "System.out", "System.err");
    }

    @Test
    void timeComesFromAClockThatTestsCanSet() {
        banInMain("injected-clock", "asks the machine for the time instead of its clock",
                "System.currentTimeMillis", "Instant.now");
    }

    @Test
    void nobodyEndsTheJvmOrTheThreadOfSomebodyElse() {
        banInMain("no-exit", "ends or stops what is not its own", "System.exit", "Runtime.getRuntime().halt");
    }

    @Test
    void noTestSleepsForALuckyNumberOfMilliseconds() {
        Offences offences = Offences.against("no-sleep");
        for (SourceFile source : reactor.sources().stream().filter(SourceFile::isTest).toList()) {
            offences.judging();
            source.uses("Thread.sleep").forEach((what, line) -> offences.add(source.path(),
                    "line " + line + " sleeps; wait on a latch or a condition with a deadline"));
        }
        offences.assertNone();
    }

    private void banInMain(String rule, String why, String... expressions) {
        Offences offences = Offences.against(rule);
        for (SourceFile source : reactor.sources()) {
            if (source.isMain()) {
                offences.judging();
                source.uses(expressions).forEach((what, line) -> offences.add(source.path(),
                        "line " + line + " has " + what + ": " + why));
            }
        }
        offences.assertNone();
    }

    @Test
    void everyTestMethodIsEnabled() {
        Offences offences = Offences.against("no-disabled-tests");
        Pattern disabled = Pattern.compile("^\\s*@(Disabled|Ignore)\\b");
        for (SourceFile source : reactor.sources()) {
            offences.judging();
            find(disabled, source.text()).ifPresent(hit -> offences.add(source.path(), hit));
        }
        offences.assertNone();
    }

    @Test
    void noSourceNamesItsAuthorOrLeavesANoteToFinishLater() {
        Offences offences = Offences.against("no-leftovers");
        for (Map.Entry<String, String> file : reactor.textFiles().entrySet()) {
            offences.judging();
            for (Pattern pattern : List.of(UNFINISHED, AUTHOR)) {
                find(pattern, file.getValue()).ifPresent(hit -> offences.add(file.getKey(), hit));
            }
        }
        offences.assertNone();
    }

    @Test
    void noFileKnowsAPathOfTheMachineItWasWrittenOn() {
        Offences offences = Offences.against("no-machine-paths");
        for (Map.Entry<String, String> file : reactor.textFiles().entrySet()) {
            offences.judging();
            find(MACHINE_PATH, file.getValue()).ifPresent(hit -> offences.add(file.getKey(), hit));
        }
        offences.assertNone();
    }

    private static Optional<String> find(Pattern pattern, String text) {
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            Matcher matcher = pattern.matcher(line);
            if (matcher.find()) {
                return Optional.of("line " + number + " has `" + matcher.group().strip() + "`");
            }
        }
        return Optional.empty();
    }
}
