package mortise.spi.group;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * What a write has taken from a limited supply, such as addresses. The core calls exactly one of the two methods, on
 * the thread of the request; both return promptly.
 */
@ConsumerType
public interface Reservation {

    /** Nothing was taken. */
    Reservation NONE = new Reservation() {
        @Override
        public void keep() {
            // Nothing was taken.
        }

        @Override
        public void giveBack() {
            // Nothing was taken.
        }
    };

    /** The object is stored: what was taken stays taken; what the object before had and this one has not is free. */
    void keep();

    /** The object was not stored: everything is as before. */
    void giveBack();
}
