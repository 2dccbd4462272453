package mortise.itests.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import mortise.api.GroupVersionKind;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.Verb;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is served is what the table of resources says, to the letter. */
class CoverageTest {

    private static final int ROWS = 95;

    /** The rows of the table by group, version and plural; below each its cells by the names of the columns. */
    private final Map<String, Map<String, String>> table = table();
    private final Map<String, Map<String, String>> served = served();

    @Test
    void theTableIsWhole() {
        assertThat(table).hasSize(ROWS);
    }

    @Test
    void everyResourceOfTheTableIsServedUnlessItIsKnownToBeMissing() {
        Set<String> missing = new TreeSet<>(table.keySet());
        missing.removeAll(served.keySet());
        assertThat(missing).as("what is not served, against not-served-yet.txt: a line goes when its resource is there")
                .isEqualTo(notServedYet(false));
    }

    @Test
    void nothingElseIsServed() {
        assertThat(table.keySet()).containsAll(served.keySet());
    }

    @Test
    void theFactsOfEveryResourceAreThoseOfTheTable() {
        Map<String, Map<String, String>> expected = new TreeMap<>();
        Map<String, Map<String, String>> actual = new TreeMap<>();
        served.forEach((name, row) -> {
            expected.put(name, without("subresources", table.get(name)));
            actual.put(name, without("subresources", row));
        });
        assertThat(actual).isEqualTo(expected);
    }

    @Test
    void subresourcesAreThoseOfTheTable() {
        Set<String> expected = new TreeSet<>();
        Set<String> actual = new TreeSet<>();
        served.forEach((name, row) -> {
            expected.addAll(subresources(name, Objects.requireNonNull(table.get(name))));
            actual.addAll(subresources(name, row));
        });
        Set<String> missing = new TreeSet<>(expected);
        missing.removeAll(actual);
        assertThat(expected).as("subresources").containsAll(actual);
        assertThat(missing).as("what is not served, against not-served-yet.txt: a line goes when it is there")
                .isEqualTo(notServedYet(true));
    }

    private static List<String> subresources(String name, Map<String, String> row) {
        String all = Objects.requireNonNull(row.get("subresources"));
        return all.isEmpty() ? List.of() : List.of(all.split("; ")).stream().map(one -> name + "/" + one).toList();
    }

    private static Map<String, String> without(String column, @Nullable Map<String, String> row) {
        Map<String, String> copy = new TreeMap<>(row == null ? Map.of() : row);
        copy.remove(column);
        return copy;
    }

    private static Map<String, Map<String, String>> table() {
        List<String> lines = Lines.of("resources.tsv");
        String[] columns = lines.get(0).split("\t", -1);
        Map<String, Map<String, String>> rows = new TreeMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split("\t", -1);
            Map<String, String> row = new TreeMap<>();
            for (int i = 0; i < columns.length; i++) {
                row.put(columns[i], cells[i]);
            }
            rows.put(cells[0] + " " + cells[1] + " " + cells[2], row);
        }
        return rows;
    }

    private static Map<String, Map<String, String>> served() {
        Map<String, Map<String, String>> rows = new TreeMap<>();
        for (Kind kind : Groups.kinds()) {
            rows.put(kind.group() + " " + kind.version().name() + " " + kind.resource().plural(), row(kind));
        }
        return rows;
    }

    private static Map<String, String> row(Kind kind) {
        Map<String, String> row = new TreeMap<>();
        row.put("group", kind.group());
        row.put("version", kind.version().name());
        row.put("plural", kind.resource().plural());
        row.put("singular", kind.resource().singular());
        row.put("kind", kind.resource().kind());
        row.put("namespaced", Boolean.toString(kind.resource().namespaced()));
        row.put("shortNames", String.join(",", kind.resource().shortNames()));
        row.put("categories", String.join(",", kind.resource().categories()));
        row.put("verbs", verbs(kind.resource().verbs()));
        row.put("subresources", kind.resource().subresources().stream()
                .map(subresource -> text(kind, subresource)).sorted().collect(Collectors.joining("; ")));
        row.put("default", kind.version().servedByDefault() ? "on" : "off");
        row.put("storageVersionHash", kind.resource().storageVersionHash());
        return row;
    }

    private static String text(Kind kind, SubresourceDefinition subresource) {
        GroupVersionKind body = subresource.kind();
        boolean own = body.version().isEmpty() || body.groupVersion().equals(kind.name().groupVersion());
        return subresource.name() + "=" + (own ? "" : body.groupVersion() + ":") + body.kind()
                + "(" + verbs(subresource.verbs()) + ")";
    }

    private static String verbs(Set<Verb> verbs) {
        return verbs.stream().map(Verb::text).sorted().collect(Collectors.joining(","));
    }

    /** Returns the lines about subresources, which have a slash behind the resource, or those about resources. */
    private static Set<String> notServedYet(boolean subresources) {
        return Lines.of("not-served-yet.txt").stream()
                .filter(line -> line.substring(line.indexOf(' ')).contains("/") == subresources)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
