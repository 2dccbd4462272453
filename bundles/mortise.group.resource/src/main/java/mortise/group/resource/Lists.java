package mortise.group.resource;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import mortise.core.schema.FieldView;

/** Checks of lists as a whole. */
final class Lists {

    private Lists() {
    }

    /** Checks every element; a list that is too long is not looked into. */
    static void each(FieldView list, int most, Consumer<FieldView> check) {
        if (list.size() > most) {
            list.tooMany(list.size(), most);
            return;
        }
        list.items().forEach(check);
    }

    /** Checks every element, and then that no two have the same key, which is what a finding shows. */
    static void set(FieldView list, int most, Consumer<FieldView> check, Function<FieldView, Object> key) {
        each(list, most, check);
        if (list.size() > most) {
            return;
        }
        Set<Object> seen = new HashSet<>();
        for (FieldView item : list.items()) {
            Object itemKey = key.apply(item);
            if (!seen.add(itemKey)) {
                item.with(itemKey).duplicate();
            }
        }
    }

    /** Returns the text in a field as the key of an element. */
    static Function<FieldView, Object> by(String field) {
        return item -> item.at(field).text();
    }
}
