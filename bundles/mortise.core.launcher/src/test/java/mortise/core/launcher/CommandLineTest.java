package mortise.core.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommandLineTest {

    private static final String HTTP = "mortise.core.http";
    private static final String AUTHN = "mortise.authn.x509";

    private final FlagTable table = table();

    @Test
    void aValueStandsAfterAnEqualsSignOrInTheNextArgument() {
        assertThat(parse("--secure-port=7443").value(HTTP, "secure.port")).contains("7443");
        assertThat(parse("--secure-port", "7443").value(HTTP, "secure.port")).contains("7443");
        assertThat(parse("--client-ca-file=a=b").value(HTTP, "client.ca.file")).contains("a=b");
    }

    @Test
    void aSwitchStandsAloneOrHasATruthValue() {
        assertThat(parse("--http2", "--secure-port=1").value(HTTP, "http2")).contains("true");
        assertThat(parse("--http2=F").value(HTTP, "http2")).contains("false");
        assertUsage("--http2=maybe", "bad value \"maybe\" for flag --http2: it must be true or false");
    }

    @Test
    void aFlagSetsEveryConfigurationThatHasTheKey() {
        CommandLine line = parse("--client-ca-file=/ca");

        assertThat(line.value(HTTP, "client.ca.file")).contains("/ca");
        assertThat(line.value(AUTHN, "client.ca.file")).contains("/ca");
    }

    @Test
    void aListMayBeRepeatedAndOfAnotherFlagTheLastOneCounts() {
        assertThat(parse("--modes=A,B", "--modes=C").value(HTTP, "modes")).contains("A,B,C");
        assertThat(parse("--secure-port=1", "--secure-port=2").value(HTTP, "secure.port")).contains("2");
    }

    @Test
    void valuesAreCheckedAgainstTypeRangeAndOptions() {
        assertUsage("--secure-port=x", "bad value \"x\" for flag --secure-port: it must be a number of type Integer");
        assertUsage("--secure-port=0", "bad value \"0\" for flag --secure-port: it must be at least 1");
        assertUsage("--secure-port=65536", "bad value \"65536\" for flag --secure-port: it must be at most 65535");
        assertUsage("--modes=A,Z", "bad value \"Z\" for flag --modes: it must be one of A, B, C");
        assertUsage("--log-format=xml", "bad value \"xml\" for flag --log-format: it must be one of text, json");
        assertUsage("--data-dir=", "bad value \"\" for flag --data-dir: it must be at least 1 characters");
    }

    @Test
    void anUnknownFlagIsNamedWithTheOneThatIsClosest() {
        assertUsage("--secure-prot=1", "unknown flag --secure-prot; did you mean --secure-port?");
        assertUsage("--xyz", "unknown flag --xyz");
        assertUsage("start", "unexpected argument \"start\"");
    }

    @Test
    void aMissingValueIsToldByName() {
        assertUsage("--secure-port", "flag --secure-port needs a value");
    }

    @Test
    void helpAndVersionNeedNothingElse() {
        assertThat(parse("--help", "--nonsense").request()).isEqualTo(CommandLine.Request.HELP);
        assertThat(parse("--version").request()).isEqualTo(CommandLine.Request.VERSION);
    }

    @Test
    void theHelpShowsEachFlagOnceUnderItsFamily() {
        String help = Help.text(table);

        assertThat(help).contains("\nauthn\n  --client-ca-file", "\ncore\n", "--modes",
                "string list, one of A|B|C, default A", "--secure-port                     integer, default 6443");
        assertThat(help.split("--client-ca-file", -1)).hasSize(2);
        assertThat(help.lines()).allMatch(line -> line.length() <= 120);
    }

    private void assertUsage(String argument, String message) {
        assertThatThrownBy(() -> parse(argument)).isInstanceOf(UsageException.class).hasMessage(message);
    }

    private CommandLine parse(String... arguments) {
        return CommandLine.parse(List.of(arguments), table);
    }

    private static FlagTable table() {
        List<Flag> flags = new ArrayList<>(LauncherFlags.ALL);
        flags.add(new Flag(AUTHN, "client.ca.file", "String", false, "", "", "", List.of(), "Authorities."));
        flags.add(new Flag(HTTP, "client.ca.file", "String", false, "", "", "", List.of(), "Authorities."));
        flags.add(new Flag(HTTP, "secure.port", "Integer", false, "1", "65535", "6443", List.of(), "Port. ".repeat(40)
                .strip()));
        flags.add(new Flag(HTTP, "http2", "Boolean", false, "", "", "true", List.of(), "HTTP/2."));
        flags.add(new Flag(HTTP, "modes", "String", true, "", "", "A", List.of("A", "B", "C"), "Modes."));
        return new FlagTable(flags);
    }
}
