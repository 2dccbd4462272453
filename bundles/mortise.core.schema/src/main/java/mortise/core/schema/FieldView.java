package mortise.core.schema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import mortise.api.Syntax;
import org.jspecify.annotations.Nullable;

/**
 * A value of a tree together with its path, for validation. All views that come from one root put what they find wrong
 * into one list, in the order in which they find it. Absent fields have views as well, so that a path can be walked
 * without looking at each step; the value of an absent field is {@code null}.
 *
 * <p>Looks immutable but for the list; belongs to the thread of the request. Nothing here changes the tree.
 */
public final class FieldView {

    static final int PORT_MAX = 65535;
    /** How messages name the object as a whole. */
    private static final FieldPath WHOLE = FieldPath.of("[]");

    /** In place of an index: the view is of a field of a struct, of an entry of a map, or its path is known. */
    private static final int FIELD = -1;
    private static final int ENTRY = -2;
    private static final int KNOWN = -3;

    private final @Nullable FieldView parent;
    private final String name;
    private final int index;
    private final @Nullable Object value;
    private final List<FieldError> errors;
    /** Checks walk far and find little, so it is made when it is asked for; {@code null} until then. */
    private @Nullable FieldPath path;

    private FieldView(FieldView parent, String name, int index, @Nullable Object value) {
        this.parent = parent;
        this.name = name;
        this.index = index;
        this.value = value;
        this.errors = parent.errors;
    }

    private FieldView(FieldPath path, @Nullable Object value, List<FieldError> errors) {
        this.parent = null;
        this.name = "";
        this.index = KNOWN;
        this.value = value;
        this.errors = errors;
        this.path = path;
    }

    /** A view of the same place. */
    private FieldView(FieldView place, @Nullable Object value, List<FieldError> errors) {
        this.parent = place.parent;
        this.name = place.name;
        this.index = place.index;
        this.value = value;
        this.errors = errors;
        this.path = place.path;
    }

    /** Returns a view of a whole object that adds what is wrong to {@code errors}. */
    public static FieldView root(ApiObject object, List<FieldError> errors) {
        return new FieldView(WHOLE, object.tree(), errors);
    }

    /** Returns a view of a value that stands at a path, for values that no root leads to. */
    public static FieldView of(FieldPath path, @Nullable Object value, List<FieldError> errors) {
        return new FieldView(path, value, errors);
    }

    // Walking

    /** Returns the view of a field of this struct; the field may be absent, and this may be no struct. */
    public FieldView at(String name) {
        return new FieldView(this, name, FIELD, value instanceof Map<?, ?> struct ? struct.get(name) : null);
    }

    /** Says whether a field of this struct, or an entry of this map, is there, and not {@code null}. */
    public boolean has(String name) {
        return value instanceof Map<?, ?> struct && struct.get(name) != null;
    }

    /** Returns the view at the end of a path of fields. */
    public FieldView at(String first, String second, String... more) {
        FieldView view = at(first).at(second);
        for (String name : more) {
            view = view.at(name);
        }
        return view;
    }

    /** Returns views of the elements of this list, with paths such as {@code x[0]}; none when this is no list. */
    public List<FieldView> items() {
        if (!(value instanceof List<?> list) || list.isEmpty()) {
            return List.of();
        }
        var views = new ArrayList<FieldView>(list.size());
        for (int index = 0; index < list.size(); index++) {
            views.add(new FieldView(this, "", index, list.get(index)));
        }
        return views;
    }

    /** Returns views of the entries of this map, with paths such as {@code x[key]}, in the map's order. */
    public Map<String, FieldView> entries() {
        var views = new LinkedHashMap<String, FieldView>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, entry) -> views.put((String) key, entry((String) key)));
        }
        return views;
    }

    /** Returns the view of an entry of this map, with a path such as {@code x[key]}; the entry may be absent. */
    public FieldView entry(String key) {
        Object entry = value instanceof Map<?, ?> map ? map.get(key) : null;
        return new FieldView(this, key, ENTRY, entry);
    }

    /** Returns a view of another value at this path, for example of the canonical form of a text. */
    public FieldView with(@Nullable Object other) {
        return new FieldView(this, other, errors);
    }

    /** Returns a view of this value at another path: some messages name a field that is not where the value stands. */
    public FieldView shownAt(FieldPath other) {
        return new FieldView(other, value, errors);
    }

    /** Returns a view of this value and path whose findings go to another list, for checks that may be dropped. */
    public FieldView reportingTo(List<FieldError> other) {
        return new FieldView(this, value, other);
    }

    // Reading

    /** Says whether the field is there, and not {@code null}. */
    public boolean present() {
        return value != null;
    }

    /** Says whether the value is absent, an empty text, list, map or struct. */
    public boolean isEmpty() {
        return value == null || value instanceof String text && text.isEmpty()
                || value instanceof List<?> list && list.isEmpty() || value instanceof Map<?, ?> map && map.isEmpty();
    }

    /** Returns the value as it stands in the tree. */
    public @Nullable Object value() {
        return value;
    }

    /** Returns the text, or an empty one when this is absent or no text. */
    public String text() {
        return value instanceof String text ? text : "";
    }

    /** Returns the whole number, or {@code otherwise} when this is absent or no whole number. */
    public long number(long otherwise) {
        return value instanceof Long || value instanceof Integer ? ((Number) value).longValue() : otherwise;
    }

    /** Says whether this is {@code true}; absent is {@code false}. */
    public boolean flag() {
        return Boolean.TRUE.equals(value);
    }

    /** Says whether this is {@code true}, or returns {@code otherwise} when it is absent. */
    public boolean flag(boolean otherwise) {
        return value instanceof Boolean flag ? flag : otherwise;
    }

    /** Returns how many elements this list, entries this map or fields this struct has; 0 for everything else. */
    public int size() {
        if (value instanceof List<?> list) {
            return list.size();
        }
        return value instanceof Map<?, ?> map ? map.size() : 0;
    }

    /** Returns the texts of a list of texts; empty when this is none. */
    public List<String> texts() {
        return size() == 0 ? List.of() : items().stream().map(FieldView::text).toList();
    }

    /** Returns the texts of a map of texts; empty when this is none. */
    public Map<String, String> textMap() {
        var map = new LinkedHashMap<String, String>();
        entries().forEach((key, entry) -> map.put(key, entry.text()));
        return map;
    }

    /** Says whether the text is one of the given ones. */
    public boolean isOneOf(String... texts) {
        return value instanceof String text && Arrays.asList(texts).contains(text);
    }

    /** Says whether both have the same value; absent and {@code null} are the same. */
    public boolean sameAs(FieldView other) {
        return Objects.equals(value, other.value);
    }

    /** Returns the path; that of a root is {@code []}, as messages show it. */
    public FieldPath path() {
        FieldPath known = path;
        if (known == null) {
            assert parent != null;
            known = under(parent.path());
            path = known;
        }
        return known;
    }

    private FieldPath under(FieldPath outer) {
        return switch (index) {
            case FIELD -> outer == WHOLE ? FieldPath.of(name) : outer.child(name);
            case ENTRY -> outer.key(name);
            default -> outer.index(index);
        };
    }

    /** Returns the list of what is wrong, to which checks may add. */
    public List<FieldError> errors() {
        return errors;
    }

    // Reporting

    /** Reports that a value is missing; {@code detail} may be empty. */
    public FieldView required(String detail) {
        return report(FieldError.required(path(), detail));
    }

    /** Reports that the value is wrong. */
    public FieldView invalid(String detail) {
        return invalid(value, detail);
    }

    /** Reports that the value is wrong, and shows another value, for example {@code ""} for an absent text. */
    public FieldView invalid(@Nullable Object shown, String detail) {
        return report(FieldError.invalid(path(), shown, detail));
    }

    /** Reports that the field must not be set. */
    public FieldView forbidden(String detail) {
        return report(FieldError.forbidden(path(), detail));
    }

    /** Reports that the value is a duplicate. */
    public FieldView duplicate() {
        return report(FieldError.duplicate(path(), value));
    }

    /** Reports that the value is none of the supported ones, which are listed in the given order. */
    public FieldView notSupported(String... supported) {
        return report(FieldError.notSupported(path(), value == null ? "" : value, Arrays.asList(supported)));
    }

    /** Reports that the value is longer than {@code max} bytes. */
    public FieldView tooLong(int max) {
        return report(FieldError.tooLong(path(), max));
    }

    /** Reports that there are more than {@code max} elements. */
    public FieldView tooMany(int actual, int max) {
        return report(FieldError.tooMany(path(), actual, max));
    }

    /** Reports that what the value names is not there. */
    public FieldView notFound() {
        return report(FieldError.notFound(path(), value));
    }

    /** Adds an error. */
    public FieldView report(FieldError error) {
        errors.add(error);
        return this;
    }

    // Frequent checks; each reports what is wrong and returns this view

    /** The text must not be empty. */
    public FieldView requireText() {
        return text().isEmpty() ? required("") : this;
    }

    /** The value must be there; an empty struct is. */
    public FieldView requirePresent() {
        return value == null ? required("") : this;
    }

    /** The text must be one of the given ones; an absent one is none. */
    public FieldView oneOf(String... supported) {
        return isOneOf(supported) ? this : notSupported(supported);
    }

    /** The number must be at least 0; absent is. */
    public FieldView nonNegative() {
        return number(0) < 0 ? invalid("must be greater than or equal to 0") : this;
    }

    /** The number must be more than 0; absent is 0. */
    public FieldView positive() {
        return number(0) <= 0 ? invalid(number(0), "must be greater than 0") : this;
    }

    /** The number must be in a range, bounds included; absent is 0. */
    public FieldView inRange(long low, long high) {
        long number = number(0);
        return number < low || number > high
                ? invalid(number, "must be between " + low + " and " + high + ", inclusive") : this;
    }

    /** The number must be a port, 1 to 65535; absent is 0. */
    public FieldView port() {
        return inRange(1, PORT_MAX);
    }

    /** The text must be an RFC 1123 subdomain. */
    public FieldView subdomain() {
        return check(Syntax::subdomain);
    }

    /** The text must be an RFC 1123 label. */
    public FieldView label() {
        return check(Syntax::label);
    }

    /** The text must be an RFC 1035 label. */
    public FieldView label1035() {
        return check(Syntax::label1035);
    }

    /** The text must be a qualified name: the syntax of a label's key; everything wrong with it is reported. */
    public FieldView qualifiedName() {
        return checkAll(Names::qualified);
    }

    /** The text must be a label's value. */
    public FieldView labelValue() {
        return check(Syntax::labelValue);
    }

    /** The text must be able to stand alone in a URL path. */
    public FieldView pathSegment() {
        return check(Syntax::pathSegment);
    }

    /** The text must pass a check that returns what is wrong with it. */
    public FieldView check(Function<String, Optional<String>> syntax) {
        syntax.apply(text()).ifPresent(why -> invalid(text(), why));
        return this;
    }

    /** The text must pass a check that returns everything wrong with it. */
    public FieldView checkAll(Function<String, List<String>> syntax) {
        syntax.apply(text()).forEach(why -> invalid(text(), why));
        return this;
    }

    /** The text must not be longer than {@code max} bytes. */
    public FieldView bytesAtMost(int max) {
        return Names.bytes(text()) > max ? tooLong(max) : this;
    }

    /** The value must be the same as before. */
    public FieldView immutable(FieldView old) {
        return sameAs(old) ? this : invalid("field is immutable");
    }

    /** The value must be the same as before; {@code shown} is the value for the message. */
    public FieldView immutable(FieldView old, @Nullable Object shown) {
        return sameAs(old) ? this : invalid(shown, "field is immutable");
    }

    /** The quantity must be at least 0; absent is 0. */
    public FieldView quantity() {
        return Amounts.of(value).signum() < 0 ? invalid("must be greater than or equal to 0") : this;
    }

    /** The quantity must be more than 0; absent is 0. */
    public FieldView positiveQuantity() {
        return Amounts.of(value).signum() <= 0 ? invalid(shownQuantity(), "must be greater than zero") : this;
    }

    private Object shownQuantity() {
        return value == null ? "0" : value;
    }

    @Override
    public String toString() {
        return path() + ": " + FieldError.show(value);
    }
}
