package mortise.core.registry;

import java.util.Optional;
import mortise.api.FieldSelector;
import mortise.spi.storage.KeyOrder;

/** The keys that a list can touch: those of one namespace or of all, narrowed by what the field selector requires. */
final class Range {

    private final KeyLayout keys;
    private final String namespace;
    private final String from;
    private final String to;

    Range(KeyLayout keys, String namespace, FieldSelector fields) {
        this.keys = keys;
        this.namespace = !keys.namespaced() || !namespace.isEmpty()
                ? namespace : fields.requiredValue("metadata.namespace").filter(Range::oneSegment).orElse("");
        this.from = keys.from(this.namespace);
        this.to = keys.to(this.namespace);
    }

    String from() {
        return from;
    }

    String to() {
        return to;
    }

    /** Returns the key, or the start of the range when that is later: a token must not lead out of the namespace. */
    String notBefore(String key) {
        return KeyOrder.INSTANCE.compare(key, from) < 0 ? from : key;
    }

    /** Says whether a key lies in the range and not before {@code start}. */
    boolean holds(String key, String start) {
        return KeyOrder.INSTANCE.compare(key, start) >= 0 && KeyOrder.INSTANCE.compare(key, to) < 0;
    }

    /** Returns the one key that can match, when the selector names one object. */
    Optional<String> onlyKey(FieldSelector fields) {
        if (keys.namespaced() && namespace.isEmpty()) {
            return Optional.empty();
        }
        return fields.requiredValue("metadata.name").filter(Range::oneSegment).map(name -> keys.key(namespace, name));
    }

    private static boolean oneSegment(String text) {
        return !text.isEmpty() && text.indexOf('/') < 0;
    }
}
