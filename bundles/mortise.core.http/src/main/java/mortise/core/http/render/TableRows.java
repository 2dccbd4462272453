package mortise.core.http.render;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import mortise.api.ApiObject;
import mortise.api.GroupVersionKind;
import mortise.core.cache.CacheEntry;
import mortise.core.registry.ServedResource;
import mortise.spi.group.TableColumn;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the rows and the head of a resource's tables. The cells of an entry are computed once, from its object in the
 * storage version; a kind without columns has its name and time of creation, for which nothing is decoded. Any thread.
 */
final class TableRows {

    private static final Logger LOG = LoggerFactory.getLogger(TableRows.class);

    private static final String USUAL_COLUMNS = "\"columnDefinitions\":["
            + "{\"name\":\"Name\",\"type\":\"string\",\"format\":\"name\",\"description\":\"Name must be unique within "
            + "a namespace. It is set when the object is created and does not change.\",\"priority\":0},"
            + "{\"name\":\"Created At\",\"type\":\"date\",\"format\":\"\",\"description\":\"The time of the server "
            + "when the object was created, in UTC.\",\"priority\":0}]";
    private static final String USUAL_KEY = "row";
    /** What a time that is not set looks like where it may not be left out. */
    private static final String NO_TIME = "0001-01-01T00:00:00Z";
    /** What a cell shows whose function failed. */
    private static final String FAILED = "<error>";

    private final List<TableColumn> columns;
    private final GroupVersionKind stored;
    private final String bundle;
    private final Object key;
    /** Whether a failure was logged, which would else be logged for every object of a list. */
    private final AtomicBoolean failed = new AtomicBoolean();

    /** Tells the rows of one list of columns from others; a list of columns belongs to one definition. */
    private record Key(List<TableColumn> columns) {

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key that && columns == that.columns;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(columns);
        }
    }

    private TableRows(List<TableColumn> columns, GroupVersionKind stored, String bundle) {
        this.columns = columns;
        this.stored = stored;
        this.bundle = bundle;
        this.key = columns.isEmpty() ? USUAL_KEY : new Key(columns);
    }

    /** Returns the rows of a resource, which are the same in all its versions. */
    static TableRows of(ServedResource resource) {
        return new TableRows(resource.definition().columns(), resource.storedKind(), resource.bundle());
    }

    /** Says whether rows may show other things later, because they hold ages. */
    boolean grow() {
        return !columns.isEmpty();
    }

    /** Returns the member that describes the columns. */
    String head() {
        if (columns.isEmpty()) {
            return USUAL_COLUMNS;
        }
        var json = new StringBuilder("\"columnDefinitions\":[");
        for (TableColumn column : columns) {
            json.append("{\"name\":").append(Fragments.quote(column.name()))
                    .append(",\"type\":").append(Fragments.quote(column.type()))
                    .append(",\"format\":").append(Fragments.quote(column.format()))
                    .append(",\"description\":").append(Fragments.quote(column.description().get()))
                    .append(",\"priority\":").append(column.priority()).append("},");
        }
        json.setCharAt(json.length() - 1, ']');
        return json.toString();
    }

    /** Returns the row of an entry. */
    TableRow row(CacheEntry entry) {
        return entry.rendition(key, this::make);
    }

    private TableRow make(CacheEntry entry) {
        return columns.isEmpty()
                ? TableRow.of(List.of(entry.name(), CreationTime.of(entry)))
                : compute(entry.toObject(stored));
    }

    /** Returns the row of an object with no more than a kind, as a bookmark has it. */
    TableRow blank() {
        return columns.isEmpty() ? TableRow.of(List.of("", NO_TIME)) : compute(ApiObject.ofKind(stored));
    }

    private TableRow compute(ApiObject object) {
        var cells = new ArrayList<@Nullable Object>(columns.size());
        for (TableColumn column : columns) {
            cells.add(cell(column, object));
        }
        return TableRow.of(cells);
    }

    /** A cell is not worth a list or a watch, so the failure of one is shown in its place. */
    private @Nullable Object cell(TableColumn column, ApiObject object) {
        try {
            Object cell = column.cell().apply(object);
            TableRow.check(cell);
            return cell;
        } catch (RuntimeException failure) {
            if (!failed.getAndSet(true)) {
                LOG.warn("Column {} of {} of bundle {} cannot be computed for {}",
                        column.name(), stored.kind(), bundle, object, failure);
            }
            return FAILED;
        }
    }
}
