package mortise.itests.architecture;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** What the pages say of the tree is true: links lead to files, lists of what there is have all of it. */
class PagesTest {

    private static final Pattern LINK = Pattern.compile("]\\(([^)#\\s]+)(?:#[^)]*)?\\)");
    private static final Pattern FAMILY = Pattern.compile("(?m)^\\| `mortise\\.(\\w+)\\.\\*` \\| (.*) \\|$");
    private static final Pattern MORE = Pattern.compile("and (\\d+) more");
    private static final Pattern CONTROLLER = Pattern.compile("Controller\\.NAME\\s*\\+\\s*\"=([a-z-]+)\"");

    private final Reactor reactor = Reactor.get();

    @Test
    void everyLinkLeadsToAFile() {
        Offences offences = Offences.against("links");
        reactor.textFiles().forEach((page, text) -> {
            Matcher link = LINK.matcher(page.endsWith(".md") ? text : "");
            while (link.find()) {
                offences.judging();
                String target = link.group(1);
                Path folder = reactor.root().resolve(page).getParent();
                if (!target.contains("://") && !Files.exists(folder.resolve(target))) {
                    offences.add(page, "leads to " + target + ", which is not there");
                }
            }
        });
        offences.assertNone();
    }

    @Test
    void theMapNamesEveryBundleOfAFamilyOrCountsTheOthers() {
        Offences offences = Offences.against("map");
        Matcher row = FAMILY.matcher(Reactor.text(reactor.root().resolve("README.md")));
        while (row.find()) {
            offences.judging();
            Set<String> named = new HashSet<>(Reactor.matches(row.group(2), "`([\\w.]+)`"));
            List<String> bundles = membersOf(row.group(1));
            long missing = bundles.stream().filter(name -> !isNamed(name, named)).count();
            boolean describes = missing == bundles.size();
            Matcher more = MORE.matcher(row.group(2));
            if (!describes && missing != (more.find() ? Long.parseLong(more.group(1)) : 0)) {
                offences.add("README.md", "the row of mortise." + row.group(1) + " leaves out " + missing + " of "
                        + bundles);
            }
        }
        offences.assertNone();
    }

    private List<String> membersOf(String family) {
        String prefix = "mortise." + family + ".";
        return reactor.bundleNames().stream().filter(name -> name.startsWith(prefix))
                .map(name -> name.substring(prefix.length())).toList();
    }

    /** What belongs to another bundle, as its tools do, may be named by its last part. */
    private static boolean isNamed(String bundle, Set<String> named) {
        return named.contains(bundle) || named.contains(bundle.substring(Math.max(0, bundle.lastIndexOf('.'))));
    }

    @Test
    void everyControllerThatCanBeSwitchedIsListed() {
        String flags = Reactor.text(reactor.root().resolve("docs/flags.md"));
        List<String> names = reactor.sources().stream().filter(SourceFile::isMain)
                .flatMap(source -> Reactor.matches(source.text(), CONTROLLER.pattern()).stream()).toList();

        Assertions.assertThat(names).isNotEmpty()
                .allSatisfy(name -> Assertions.assertThat(flags).contains("| `" + name + "`"));
    }
}
