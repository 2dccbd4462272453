package mortise.core.cache;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import mortise.api.FieldSelector;
import mortise.api.LabelSelector;
import mortise.spi.storage.KeyOrder;

/** Which entries a watch is about, and the cheapest way to find them. Immutable. */
final class WatchFilter implements Predicate<CacheEntry> {

    private final CacheSpec spec;
    private final LabelSelector labels;
    private final FieldSelector fields;
    private final FieldsThatMatter matter;

    /** The one namespace; empty for all. */
    final String namespace;

    /** The one key; empty for all. */
    final String key;

    /** The indexed field of which one value is wanted; empty when there is none such. */
    final String field;

    /** The wanted value of {@link #field}. */
    final String value;

    WatchFilter(CacheSpec spec, WatchOptions options) {
        this.spec = spec;
        this.labels = options.labels();
        this.fields = options.fields();
        this.matter = new FieldsThatMatter(options.changesOf());
        this.namespace = !spec.namespaced() ? "" : options.namespace().isEmpty()
                ? fields.requiredValue("metadata.namespace").orElse("") : options.namespace();
        String name = options.name().isEmpty()
                ? fields.requiredValue("metadata.name").orElse("") : options.name();
        this.key = name.isEmpty() || spec.namespaced() && namespace.isEmpty() ? "" : spec.key(namespace, name);
        this.field = indexedField(spec.indexedFields());
        this.value = fields.requiredValue(field).orElse("");
        if (!options.name().isEmpty() && key.isEmpty()) {
            throw new IllegalArgumentException("a name without its namespace: " + options.name());
        }
    }

    private String indexedField(List<String> indexed) {
        Optional<String> wanted = indexed.stream().filter(f -> fields.requiredValue(f).isPresent()).findFirst();
        return wanted.orElse("");
    }

    @Override
    public boolean test(CacheEntry entry) {
        return (key.isEmpty() ? namespace.isEmpty() || namespace.equals(entry.namespace()) : key.equals(entry.key()))
                && (labels.selectsEverything() || labels.matches(entry.labels()))
                && (fields.selectsEverything() || fields.matches(entry::field));
    }

    /** Says whether a watch that sees an object before and after a change wants to know of it. */
    boolean wants(CacheEntry before, CacheEntry after) {
        return matter.changed(before, after);
    }

    /** Returns the entries of a snapshot that pass, in key order. */
    Iterator<CacheEntry> of(CacheSnapshot snapshot) {
        if (!key.isEmpty()) {
            return new FilteredIterator(snapshot.get(key).stream().iterator(), this);
        }
        if (!field.isEmpty()) {
            return new FilteredIterator(snapshot.byField(field, value), this);
        }
        String prefix = spec.prefixOf(namespace);
        return new FilteredIterator(snapshot.range(prefix, KeyOrder.endOfPrefix(prefix)), this);
    }
}
