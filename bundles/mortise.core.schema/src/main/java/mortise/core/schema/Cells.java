package mortise.core.schema;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import mortise.api.ApiObject;
import mortise.spi.group.Elapsed;
import org.jspecify.annotations.Nullable;

/**
 * The cells of tables: the small language in which the table of columns says what a cell shows, and what functions that
 * compute the other cells need.
 *
 * <p>An expression is a list of terms with {@code or} between them; the first one that has a value is shown. Absent
 * fields, {@code null}, empty texts and empty lists are no values; 0, {@code false} and empty objects are. When no term
 * has a value the last one decides what is shown, nearly always an empty text. A term is
 *
 * <ul>
 *   <li>a constant: {@code "text"}, a whole number, {@code true}, {@code false};
 *   <li>a path from the object: {@code .spec.replicas}, {@code .status.podIPs[0].ip}, {@code .labels["a/b"]},
 *       {@code .containers[*].name} for all elements of a list, {@code .conditions[type=Ready].status} for those with
 *       that value. Where one value is needed it is the first. {@code .} is the object, or element, itself;
 *   <li>a function:
 *       <ul>
 *         <li>{@code len(path, ...)}: how many elements or fields there are, in all paths together
 *         <li>{@code sum(path)}: the sum of whole numbers
 *         <li>{@code text(term, ...)}: the terms one after the other; no value when it names fields and none of them
 *             has a value, so that {@code text(":", .port)} is there only with a port
 *         <li>{@code join(", ", path, term, ...)}: the elements, or for each what {@code text} makes of terms whose
 *             paths begin at the element
 *         <li>{@code some(3, path, term, ...)}: the same with {@code ","} for the first three, and how many more
 *         <li>{@code lower(term)}, {@code trim(term)}: the text in lower case; without white space around it
 *         <li>{@code when(term, result)}: the result if the term has a value other than {@code false}
 *         <li>{@code choose(term, "a", result, "b", result, ...)}: the result behind the term's value
 *         <li>{@code condition(path, "A", "B", ...)}: the first of these conditions whose status is {@code True}
 *         <li>{@code age(term)}: how long ago a time was; {@code <unknown>} without a time
 *         <li>{@code duration(term)}: a number of seconds in short form
 *         <li>{@code labels(path)}, {@code selector(path)}: as {@link #formatLabels} and {@link #formatSelector}
 *       </ul>
 * </ul>
 *
 * <p>{@code code} instead of an expression says that the cell is computed by a function in the bundle of the kind.
 */
public final class Cells {

    private static final String CODE = "code";
    private static final String UNKNOWN = "<unknown>";

    private Cells() {
    }

    /** Says whether a cell of the table of columns is no expression but is computed by a function. */
    public static boolean isCode(String expression) {
        return expression.equals(CODE);
    }

    /**
     * Returns the function that an expression stands for. It takes objects of any shape; its answers are texts, whole
     * numbers, booleans and {@link Elapsed}. Safe for use by many threads.
     *
     * @throws IllegalArgumentException when it is not an expression, with the place
     */
    public static Function<ApiObject, @Nullable Object> compile(String expression) {
        CellsTerm term = CellsParser.parse(expression);
        return object -> shown(term, object);
    }

    /** Does what {@link #compile} does when the function is first called, for the sake of a quick start. */
    public static Function<ApiObject, @Nullable Object> lazy(String expression) {
        return new Function<>() {

            private volatile @Nullable CellsTerm term;

            @Override
            public @Nullable Object apply(ApiObject object) {
                CellsTerm known = term;
                if (known == null) {
                    known = CellsParser.parse(expression);
                    term = known;
                }
                return shown(known, object);
            }
        };
    }

    private static Object shown(CellsTerm term, ApiObject object) {
        Object value = term.value(object.tree());
        return value == null || value instanceof Map || value instanceof List ? term.otherwise() : value;
    }

    /** Returns how long ago a time of a tree was, or {@code <unknown>} when there is none. */
    public static Object age(@Nullable Object time) {
        return instant(time).<Object>map(Elapsed::since).orElse(UNKNOWN);
    }

    /** Returns the time that a value of a tree is, RFC 3339 with or without fractions; nothing when it is none. */
    public static Optional<Instant> instant(@Nullable Object time) {
        if (!(time instanceof String text) || text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Instant.from(DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text)));
        } catch (DateTimeException notATime) {
            return Optional.empty();
        }
    }

    /** Returns a duration in the short form of command lines, as {@link Elapsed#shortForm}. */
    public static String shortDuration(Duration duration) {
        return Elapsed.shortForm(duration);
    }

    /** Returns labels as {@code a=b,c=d}, sorted; {@code <none>} when there are none or it is no map. */
    public static String formatLabels(@Nullable Object labels) {
        String text = CellsText.labels(labels);
        return text.isEmpty() ? CellsText.NONE : text;
    }

    /**
     * Returns a label selector ({@code matchLabels} and {@code matchExpressions}) in the syntax of queries, for example
     * {@code app=web,tier in (a,b),!old}, sorted by key; {@code <none>} when it selects all or nothing, {@code <error>}
     * when it has an unknown operator.
     */
    public static String formatSelector(@Nullable Object selector) {
        String text = CellsText.selector(selector);
        return text.isEmpty() ? CellsText.NONE : text;
    }

    /** Returns the first texts with commas between them, and how many there are besides: {@code a,b + 3 more...}. */
    public static String some(int most, List<String> texts) {
        return CellsText.some(most, texts, texts.size());
    }

    /** Returns the whole number at a path; 0 when there is none. */
    public static long number(ApiObject object, String... path) {
        return object.at(path) instanceof Number number ? number.longValue() : 0;
    }

    /** Returns the structs in the list at a path; empty when there is no list. */
    public static List<Map<String, @Nullable Object>> structs(ApiObject object, String... path) {
        return structs(object.at(path));
    }

    /** Returns the structs in a list; empty when it is no list. */
    public static List<Map<String, @Nullable Object>> structs(@Nullable Object list) {
        var structs = new ArrayList<Map<String, @Nullable Object>>();
        if (list instanceof List<?> elements) {
            for (Object element : elements) {
                if (element instanceof Map<?, ?>) {
                    @SuppressWarnings("unchecked") // The keys of a tree are texts.
                    var struct = (Map<String, @Nullable Object>) element;
                    structs.add(struct);
                }
            }
        }
        return structs;
    }
}
