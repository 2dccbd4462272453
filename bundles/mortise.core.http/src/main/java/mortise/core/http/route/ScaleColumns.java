package mortise.core.http.route;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.function.Function;
import mortise.api.ApiObject;
import mortise.api.GroupVersionKind;
import mortise.spi.group.Elapsed;
import mortise.spi.group.TableColumn;
import org.jspecify.annotations.Nullable;

/** How command lines show the one built-in kind that is served only below objects of other kinds. */
final class ScaleColumns {

    private static final List<TableColumn> COLUMNS = List.of(
            column("Name", "string", "name", "Name of what is scaled.", scale -> scale.metadata().name()),
            column("Desired", "integer", "", "How many there are to be.", scale -> number(scale, "spec")),
            column("Available", "integer", "", "How many there are.", scale -> number(scale, "status")),
            column("Age", "string", "", "Time since it was created.", ScaleColumns::age));

    private ScaleColumns() {
    }

    /** Returns the columns of a kind; none for any other. Always the same list. */
    static List<TableColumn> of(GroupVersionKind kind) {
        return kind.kind().equals("Scale") && kind.group().equals("autoscaling") ? COLUMNS : List.of();
    }

    private static TableColumn column(String name, String type, String format, String description,
            Function<ApiObject, @Nullable Object> cell) {
        return new TableColumn(name, type, format, () -> description, 0, cell);
    }

    private static Object number(ApiObject scale, String part) {
        return scale.at(part, "replicas") instanceof Long replicas ? replicas : Long.valueOf(0);
    }

    private static Object age(ApiObject scale) {
        try {
            return Elapsed.since(Instant.parse(scale.metadata().creationTimestamp()));
        } catch (DateTimeParseException none) {
            return "<unknown>";
        }
    }
}
