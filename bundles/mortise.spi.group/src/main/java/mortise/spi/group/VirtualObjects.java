package mortise.spi.group;

import java.util.List;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Objects that are not stored: reviews that exist only as the answer to a POST, and reports that are computed when they
 * are read. A resource has only those of the two that its verbs name.
 */
@ConsumerType
public interface VirtualObjects extends ObjectAction {

    /** Answers POST. */
    @Override
    default ApiObject perform(ActionRequest request) {
        throw new ApiException(ApiStatus.of(ErrorReason.METHOD_NOT_ALLOWED,
                "the server does not allow this method on the requested resource"));
    }

    /** Returns what there is now, sorted by name, of one namespace or of all when that is empty. May block. */
    default List<ApiObject> list(String namespace) {
        return List.of();
    }
}
