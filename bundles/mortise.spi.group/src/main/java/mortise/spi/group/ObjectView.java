package mortise.spi.group;

import mortise.api.ApiObject;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A small kind through which a part of many kinds is read and written, such as a scale. Called on the thread of the
 * request with objects in the storage version; does not block.
 */
@ConsumerType
public interface ObjectView {

    /** Returns the view of an object, with kind and metadata. Does not change the object. */
    ApiObject read(ApiObject object);

    /**
     * Puts what a view says into the object it is of.
     *
     * @throws mortise.api.ApiException 422 when the view says something impossible
     */
    void write(ApiObject view, ApiObject object);
}
