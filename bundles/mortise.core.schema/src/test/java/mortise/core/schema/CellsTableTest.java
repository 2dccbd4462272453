package mortise.core.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import mortise.api.ApiObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row of the table of columns: a cell that can be computed, of an object without fields as well. */
class CellsTableTest {

    private static final Path TABLE = Path.of("../mortise.build.schema/src/main/facts/columns.tsv");

    static Stream<List<String>> rows() throws IOException {
        return Files.readAllLines(TABLE).stream().skip(1).map(line -> List.of(line.split("\t", -1)));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void everyCellIsAnExpressionOrCode(List<String> row) {
        String cell = row.get(8);
        if (Cells.isCode(cell)) {
            return;
        }
        Object shown = Cells.compile(cell).apply(new ApiObject(new LinkedHashMap<>()));
        Class<?> expected = switch (row.get(4)) {
            case "integer" -> Long.class;
            case "boolean" -> row.get(3).equals("Suspend") ? String.class : Boolean.class;
            default -> Object.class;
        };
        assertThat(shown).isInstanceOf(expected);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void everyDescriptionIsATextOrNamesAField(List<String> row) {
        String description = row.get(7);
        assertThat(row).hasSize(9);
        assertThat(description).satisfiesAnyOf(
                text -> assertThat(text).isEmpty(),
                text -> assertThat(text).matches("@[a-z]+\\.v[a-z0-9]+\\.[A-Z][A-Za-z]+\\.[a-z][A-Za-z]*"),
                text -> assertThat(text).matches("[A-Z].*\\."));
    }

    @Test
    void columnsOfAKindAreCountedUpAndNamedOnce() throws IOException {
        Map<String, Integer> next = new LinkedHashMap<>();
        var names = new HashSet<String>();
        rows().forEach(row -> {
            String kind = row.get(0) + "/" + row.get(1);
            assertThat(Integer.parseInt(row.get(2))).as(kind).isEqualTo(next.getOrDefault(kind, 0));
            next.merge(kind, 1, Integer::sum);
            assertThat(names.add(kind + "/" + row.get(3))).as(kind + " " + row.get(3)).isTrue();
        });
        assertThat(next).hasSizeGreaterThan(70);
    }
}
