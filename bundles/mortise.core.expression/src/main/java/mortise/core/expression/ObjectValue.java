package mortise.core.expression;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An object of a tree with known fields. Unlike a map it has no size and cannot be looped over. */
record ObjectValue(Map<?, ?> raw, ExpressionType type) {

    boolean has(String written) {
        String name = Identifiers.unescape(written);
        return type.fields().containsKey(name) && raw.containsKey(name);
    }

    @Nullable Object get(String written) {
        String name = Identifiers.unescape(written);
        ExpressionType field = type.fields().get(name);
        if (field == null || !raw.containsKey(name)) {
            throw Fault.noSuchKey(written);
        }
        return Values.dress(raw.get(name), field);
    }

    boolean sameAs(ObjectValue other) {
        Set<String> names = new HashSet<>(type.fields().keySet());
        names.addAll(other.type.fields().keySet());
        for (String name : names) {
            if (raw.containsKey(name) != other.raw.containsKey(name)) {
                return false;
            }
            ExpressionType field = type.fields().getOrDefault(name, ExpressionType.DYN);
            if (!Values.equal(Values.dress(raw.get(name), field), Values.dress(other.raw.get(name), field))) {
                return false;
            }
        }
        return true;
    }
}
