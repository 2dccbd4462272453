package mortise.build.schema;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table of facts: a text file with the columns on top, one row in each line, and tabs between the cells. */
final class Table {

    /** A row; {@code place} says where it stands, for messages. */
    record Row(List<String> columns, List<String> cells, String place) {

        /** Returns a cell; cells that are missing at the end of a line are empty. */
        String get(String column) {
            int index = columns.indexOf(column);
            if (index < 0) {
                throw new SchemaException(List.of(place + ": no column " + column));
            }
            return index < cells.size() ? cells.get(index) : "";
        }

        /** Returns the words of a cell that lists some. */
        List<String> words(String column, String separator) {
            String cell = get(column);
            return cell.isEmpty() ? List.of() : List.of(cell.split(separator, -1));
        }
    }

    private Table() {
    }

    static List<Row> read(Path folder, String name) {
        List<String> lines;
        try {
            lines = Files.readAllLines(folder.resolve(name));
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot read the table " + name, failure);
        }
        List<String> columns = Arrays.asList(lines.get(0).split("\t", -1));
        var rows = new ArrayList<Row>(lines.size());
        for (int i = 1; i < lines.size(); i++) {
            if (!lines.get(i).isBlank()) {
                rows.add(new Row(columns, Arrays.asList(lines.get(i).split("\t", -1)), name + ":" + (i + 1)));
            }
        }
        return rows;
    }
}
