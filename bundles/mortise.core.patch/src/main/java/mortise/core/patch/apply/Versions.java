package mortise.core.patch.apply;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import mortise.api.ApiObject;
import mortise.spi.group.StructType;
import org.jspecify.annotations.Nullable;

/** The versions of a kind with the shapes of their objects. Any thread. */
final class Versions {

    /**
     * A shape and what it was made of; types of custom kinds change.
     */
    private record Made(Optional<StructType> type, Shape shape) {

        boolean isOf(Optional<StructType> other) {
            return type.isPresent() ? other.isPresent() && type.get() == other.get() : other.isEmpty();
        }
    }

    private final KindVersions versions;
    private final Map<String, Made> shapes = new ConcurrentHashMap<>();

    Versions(KindVersions versions) {
        this.versions = versions;
    }

    boolean serves(String apiVersion) {
        return versions.serves(apiVersion);
    }

    /** Returns what objects of a version are like; of one that is not served nothing is known. */
    Shape shape(String apiVersion) {
        Made made = shapes.get(apiVersion);
        if (made == null && !versions.serves(apiVersion)) {
            return Shape.FREE;
        }
        Optional<StructType> type = versions.type(apiVersion);
        if (made == null || !made.isOf(type)) {
            made = new Made(type, Shape.of(type));
            shapes.put(apiVersion, made);
        }
        return made.shape();
    }

    /** Returns the tree of an object in a version, or {@code null} when it is not served. */
    @Nullable Map<?, ?> tree(ApiObject object, String apiVersion) {
        return versions.serves(apiVersion) ? versions.convert(object, apiVersion).tree() : null;
    }

    /** Returns a tree in another version, or {@code null} when that is not served. */
    @Nullable Map<?, ?> tree(Map<?, ?> tree, String apiVersion) {
        return tree(object(tree), apiVersion);
    }

    @SuppressWarnings("unchecked") // A tree has no other maps.
    static ApiObject object(Map<?, ?> tree) {
        return new ApiObject((Map<String, @Nullable Object>) tree);
    }
}
