package mortise.itests.architecture;

import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Nothing grows past what a reader can hold; what once did is listed in {@code sizes.txt} and may only shrink. */
class SizesTest {

    private static final int METHOD_LINES_MAX = 70;
    private static final int FILE_LINES_MAX = 600;
    private static final int LEAF_CODE_LINES_MAX = 1_000;
    private static final int COLUMNS_MAX = 120;

    private final Reactor reactor = Reactor.get();

    @Test
    void methodsFilesAndLeavesStaySmall() {
        SizeRatchet ratchet = SizeRatchet.read(reactor.resources().resolve("sizes.txt"));
        for (SourceFile source : reactor.sources()) {
            ratchet.judge("file", source.path(), source.lines(), FILE_LINES_MAX);
            source.methods().forEach(m -> ratchet.judge("method", source.path() + "#" + m.what(), m.number(),
                    METHOD_LINES_MAX));
        }
        for (Bundle bundle : reactor.bundles()) {
            if (Family.of(bundle.name()) == Family.LEAF) {
                long lines = reactor.sourcesOf(bundle).stream().filter(SourceFile::isMain)
                        .mapToLong(SourceFile::codeLines).sum();
                ratchet.judge("leaf", bundle.name(), lines, LEAF_CODE_LINES_MAX);
            }
        }
        if (Golden.isUpdate()) {
            ratchet.lower();
        }
        Assertions.assertThat(ratchet.offences()).as("sizes, against sizes.txt").isEmpty();
    }

    @Test
    void linesOfCodeFitOneScreen() {
        Offences offences = Offences.against("columns");
        for (SourceFile source : reactor.sources()) {
            offences.judging();
            int number = 0;
            for (String line : source.text().split("\n", -1)) {
                number++;
                if (line.length() > COLUMNS_MAX) {
                    offences.add(source.path(), "line " + number + " has " + line.length() + " columns");
                }
                if (line.contains("\t") || line.endsWith(" ") || line.endsWith("\r")) {
                    offences.add(source.path(), "line " + number + " has a tab, or white space at its end");
                }
            }
        }
        offences.assertNone();
    }
}
