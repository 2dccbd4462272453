package mortise.spi.group;

import mortise.api.ApiObject;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Something that a POST does instead of storing its body: a review that is answered, a pod that is bound or evicted.
 */
@ConsumerType
public interface ObjectAction {

    /**
     * Does it, on the thread of the request, and returns the body of the answer: usually the body that was sent with
     * its status filled in, or a {@code Status}. May block.
     *
     * @throws mortise.api.ApiException when it is refused; the caller is told
     */
    ApiObject perform(ActionRequest request);
}
