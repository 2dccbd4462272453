package mortise.spi.group;

import mortise.api.ApiObject;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Makes objects of one version from those of the storage version and back, without losing anything. Both methods change
 * the tree that they are given, are called by any thread and do not block. The core sets {@code apiVersion} and
 * {@code kind}.
 */
@ConsumerType
public interface Conversion {

    /** For versions whose objects have the same fields as stored ones. */
    Conversion NONE = new Conversion() {
        @Override
        public void fromStored(ApiObject object) {
            // The same fields.
        }

        @Override
        public void toStored(ApiObject object) {
            // The same fields.
        }
    };

    /** Turns an object of the storage version into one of this version. */
    void fromStored(ApiObject object);

    /** Turns an object of this version into one of the storage version. */
    void toStored(ApiObject object);
}
