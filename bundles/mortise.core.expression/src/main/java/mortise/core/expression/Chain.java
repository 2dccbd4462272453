package mortise.core.expression;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A sum of lists. Adding to the newest sum appends to an array that older sums share and see only their part of, so
 * that a loop which adds one element after the other takes linear time. For one evaluation.
 */
final class Chain extends AbstractList<@Nullable Object> {

    private final ArrayList<@Nullable Object> shared;
    private final int size;

    private Chain(ArrayList<@Nullable Object> shared) {
        this.shared = shared;
        this.size = shared.size();
    }

    static Chain of(List<?> first, List<?> second) {
        ArrayList<@Nullable Object> shared = first instanceof Chain chain && chain.size == chain.shared.size()
                ? chain.shared : new ArrayList<>(first);
        shared.addAll(second);
        return new Chain(shared);
    }

    @Override
    public @Nullable Object get(int index) {
        return shared.get(Objects.checkIndex(index, size));
    }

    @Override
    public int size() {
        return size;
    }
}
