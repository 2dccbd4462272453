package mortise.core.discovery;

import java.util.function.Function;
import mortise.core.registry.Registry;
import mortise.core.registry.RegistrySnapshot;
import org.jspecify.annotations.Nullable;

/**
 * A value that is derived from the registry's snapshot and made again only when the snapshot is another one. Two
 * threads may make it at the same time; both values are equal and either may stay.
 */
final class SnapshotMemo<T> {

    private record Made<T>(RegistrySnapshot snapshot, T value) {
    }

    private final Registry registry;
    private final Function<RegistrySnapshot, T> make;
    private volatile @Nullable Made<T> made;

    SnapshotMemo(Registry registry, Function<RegistrySnapshot, T> make) {
        this.registry = registry;
        this.make = make;
    }

    T get() {
        RegistrySnapshot snapshot = registry.snapshot();
        Made<T> last = made;
        if (last == null || last.snapshot() != snapshot) {
            last = new Made<>(snapshot, make.apply(snapshot));
            made = last;
        }
        return last.value();
    }
}
