package mortise.spi.group;

import java.util.function.Function;
import java.util.function.Supplier;
import mortise.api.ApiObject;
import org.jspecify.annotations.Nullable;

/**
 * A column of the table in which command lines show a kind.
 *
 * @param name head of the column
 * @param type OpenAPI type of the cells: {@code string}, {@code integer}, {@code number}, {@code boolean}, {@code date}
 * @param format OpenAPI format of the cells; {@code name} for the column of names; often empty
 * @param description gives the text for people
 * @param priority 0 when always shown, more when only wide tables have it
 * @param cell computes the cell of an object in its storage version: a {@code String}, {@code Long}, {@code Double},
 *     {@code Boolean}, {@link Elapsed}, or {@code null}; may be called by any thread, its answer is kept
 */
public record TableColumn(
        String name,
        String type,
        String format,
        Supplier<String> description,
        int priority,
        Function<ApiObject, @Nullable Object> cell) {
}
