package mortise.spi.group;

import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * What a kind does that no table can say. Every method has a default that does nothing. The registry calls them on the
 * thread of the request, for dry runs as well; they do not block and keep no state.
 */
@ConsumerType
public interface ResourceStrategy {

    /** A kind without behaviour of its own. */
    ResourceStrategy NONE = new ResourceStrategy() {
    };

    /** Sets what the server sets on a new object and clears what a creator may not set. */
    default void prepareForCreate(ApiObject object) {
    }

    /** Puts back what an update may not change, and sets what follows from a change. */
    default void prepareForUpdate(ApiObject object, ApiObject old) {
    }

    /** Returns what is wrong with an object; {@code old} is what it replaces, nothing for a new one. Changes nothing. */
    default List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        return List.of();
    }
}
