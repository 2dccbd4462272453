package mortise.core.cache;

import java.util.List;
import java.util.Set;

/**
 * Of which fields a watch wants to know the changes. Telling whether one has changed decodes nothing, and is right when
 * it says no; it may say yes of a change of other fields. Immutable.
 */
final class FieldsThatMatter {

    private static final String METADATA = "metadata";
    /** What every entry has at hand. */
    private static final Set<String> LINKS =
            Set.of("metadata.ownerReferences", "metadata.finalizers", "metadata.deletionTimestamp");

    /** Whether every change counts, because the revision is a part of metadata. */
    private final boolean all;
    private final boolean links;
    private final List<String> others;

    /** @param paths as {@link WatchOptions} has them */
    FieldsThatMatter(Set<String> paths) {
        List<String> metadata = paths.stream().filter(FieldsThatMatter::isInMetadata).toList();
        this.all = paths.isEmpty() || !LINKS.containsAll(metadata);
        this.links = !metadata.isEmpty();
        this.others = paths.stream().filter(path -> !isInMetadata(path)).toList();
    }

    private static boolean isInMetadata(String path) {
        return path.equals(METADATA) || path.startsWith(METADATA + ".");
    }

    boolean changed(CacheEntry before, CacheEntry after) {
        return all || !before.uid().equals(after.uid()) || links && !after.hasLinksOf(before)
                || !others.isEmpty() && after.differsIn(others, before);
    }
}
