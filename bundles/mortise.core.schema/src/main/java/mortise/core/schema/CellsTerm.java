package mortise.core.schema;

import org.jspecify.annotations.Nullable;

/** A compiled part of a cell's expression. Pure; any thread. */
@FunctionalInterface
interface CellsTerm {

    /** Returns the value for an object or an element of a list, or {@code null} when it has none. */
    @Nullable Object value(@Nullable Object at);

    /** Returns what is shown when there is no value. */
    default Object otherwise() {
        return "";
    }

    /** Says whether the value may grow with time, which only whole cells can. */
    default boolean grows() {
        return false;
    }

    /** A value that is the same for all objects. */
    record Constant(Object constant) implements CellsTerm {

        @Override
        public Object value(@Nullable Object at) {
            return constant;
        }
    }

    /** A term of which something else than an empty text is shown when it has no value. */
    record Named(CellsTerm term, Object otherwise, boolean grows) implements CellsTerm {

        @Override
        public @Nullable Object value(@Nullable Object at) {
            return term.value(at);
        }
    }

    /** The first term that has a value. */
    record FirstOf(CellsTerm first, CellsTerm second) implements CellsTerm {

        @Override
        public @Nullable Object value(@Nullable Object at) {
            Object value = first.value(at);
            return value == null ? second.value(at) : value;
        }

        @Override
        public Object otherwise() {
            return second.otherwise();
        }

        @Override
        public boolean grows() {
            return first.grows() || second.grows();
        }
    }
}
