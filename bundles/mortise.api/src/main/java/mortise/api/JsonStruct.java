package mortise.api;

import java.util.AbstractMap;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A struct that is its JSON text until somebody looks into it: what is large, and goes from one object to the next
 * without anybody reading it, is neither decoded nor copied nor encoded. To whoever looks it is a struct like any
 * other, also to be changed. Belongs to the thread of its tree; the bytes may be shared.
 */
public final class JsonStruct extends AbstractMap<String, @Nullable Object> {

    private final byte[] json;
    private final Function<byte[], Map<String, @Nullable Object>> reader;

    /** What counts once somebody has looked, since from then on it may change; {@code null} until then. */
    private @Nullable Map<String, @Nullable Object> opened;

    /** What the text says, for those who only read it; {@code null} until one does, and when it is open. */
    private @Nullable Map<String, @Nullable Object> seen;

    /**
     * Makes one.
     *
     * @param json compact; not changed any more
     * @param reader makes a fresh tree of it; of equal texts equal ones
     */
    public JsonStruct(byte[] json, Function<byte[], Map<String, @Nullable Object>> reader) {
        this.json = json;
        this.reader = reader;
    }

    /** Returns the text, not to be changed; {@code null} once the struct may be another. */
    public byte @Nullable [] json() {
        return opened == null ? json : null;
    }

    /** Says whether two values of trees are structs that nobody has looked into, of one text: they are the same. */
    public static boolean areUnread(@Nullable Object one, @Nullable Object other) {
        return one instanceof JsonStruct a && other instanceof JsonStruct b && a.opened == null && b.opened == null
                && Arrays.equals(a.json, b.json);
    }

    /** Says whether a value of a tree is a struct that nobody has looked into. */
    public static boolean isUnread(@Nullable Object value) {
        return value instanceof JsonStruct struct && struct.opened == null;
    }

    /**
     * Returns a struct with the text of this one, which nobody must have looked into, that says the same as a tree.
     *
     * @param tree an equal one; becomes part of the struct
     */
    public JsonStruct of(Map<String, @Nullable Object> tree) {
        var struct = new JsonStruct(json, reader);
        struct.seen = tree instanceof JsonStruct other ? other.read() : tree;
        return struct;
    }

    /** Returns a struct that shares nothing mutable with this one. */
    public Map<?, ?> copy() {
        return opened == null ? new JsonStruct(json, reader) : ApiObject.asStruct(ApiObject.copy(opened), "");
    }

    /** Returns the struct as a tree for somebody who only reads it, so that it stays a text. */
    public Map<String, @Nullable Object> read() {
        Map<String, @Nullable Object> tree = opened == null ? seen : opened;
        if (tree == null) {
            tree = reader.apply(json);
            seen = tree;
        }
        return tree;
    }

    /** Has the tree that {@link #read} returns become the one that counts, since it may be changed from now on. */
    private Map<String, @Nullable Object> open() {
        Map<String, @Nullable Object> tree = opened;
        if (tree == null) {
            tree = read();
            opened = tree;
            seen = null;
        }
        return tree;
    }

    @Override
    public Set<Map.Entry<String, @Nullable Object>> entrySet() {
        return open().entrySet();
    }

    @Override
    public int size() {
        return open().size();
    }

    @Override
    public boolean isEmpty() {
        return opened == null ? json.length == "{}".length() || json[1] <= ' ' && read().isEmpty() : opened.isEmpty();
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return open().containsKey(name);
    }

    @Override
    public @Nullable Object get(@Nullable Object name) {
        return open().get(name);
    }

    @Override
    public @Nullable Object put(String name, @Nullable Object value) {
        return open().put(name, value);
    }

    @Override
    public @Nullable Object remove(@Nullable Object name) {
        return open().remove(name);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (other == this) {
            return true;
        }
        if (other instanceof JsonStruct that) {
            return opened == null && that.opened == null && Arrays.equals(json, that.json)
                    || read().equals(that.read());
        }
        return other instanceof Map && read().equals(other);
    }

    @Override
    public int hashCode() {
        return read().hashCode();
    }
}
