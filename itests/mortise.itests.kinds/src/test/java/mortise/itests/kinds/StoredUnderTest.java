package mortise.itests.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.Verb;
import org.junit.jupiter.api.Test;

/** Objects are where kube-apiserver has them, so that both can use one etcd, or one what the other has left. */
class StoredUnderTest {

    private final Map<String, String> table = table();
    private final Map<String, String> ours = ours();

    private static Map<String, String> table() {
        var prefixes = new TreeMap<String, String>();
        List<String> lines = Lines.of("stored-under.tsv");
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split("\t", -1);
            prefixes.put(cells[0] + " " + cells[1], cells[2]);
        }
        return prefixes;
    }

    private static Map<String, String> ours() {
        var prefixes = new TreeMap<String, String>();
        for (Kind kind : Groups.kinds()) {
            ResourceDefinition resource = kind.resource();
            boolean stored = resource.verbs().contains(Verb.LIST) && resource.virtual().isEmpty();
            prefixes.put(kind.group() + " " + resource.plural(), stored ? resource.storagePrefix() : "");
        }
        return prefixes;
    }

    @Test
    void everyResourceIsWhereTheTableSays() {
        assertThat(ours).isEqualTo(table);
    }

    @Test
    void noResourceIsInAnother() {
        var prefixes = new ArrayList<>(new TreeSet<>(ours.values()));
        prefixes.removeIf(String::isEmpty);
        assertThat(prefixes).allSatisfy(prefix -> assertThat(prefixes)
                .noneMatch(other -> other.startsWith(prefix + "/")));
        assertThat(ours.values().stream().filter("events"::equals)).as("events of both groups are the same").hasSize(2);
    }
}
