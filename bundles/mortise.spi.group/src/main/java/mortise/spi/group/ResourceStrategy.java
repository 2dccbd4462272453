package mortise.spi.group;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.UserInfo;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * What a kind does that no table can say. Every method has a default that does nothing. The registry calls them on the
 * thread of the request, for dry runs as well; they keep no state and, unless they say so, do not block.
 */
@ConsumerType
public interface ResourceStrategy {

    /** A kind without behaviour of its own. */
    ResourceStrategy NONE = new ResourceStrategy() {
    };

    /** Sets what the server sets on a new object and clears what a creator may not set. */
    default void prepareForCreate(ApiObject object) {
    }

    /** As {@link #prepareForCreate(ApiObject)}, for kinds that note who made an object. The core calls this one. */
    default void prepareForCreate(ApiObject object, UserInfo creator) {
        prepareForCreate(object);
    }

    /** Puts back what an update may not change, and sets what follows from a change. */
    default void prepareForUpdate(ApiObject object, ApiObject old) {
    }

    /**
     * Refuses a write that somebody has no right to although he may write objects of this kind: one that would hand out
     * rights that he has not himself. Called before {@link #validate}, so the object may be wrong; {@code old} is what
     * it replaces, nothing for a new one. Changes nothing. May block.
     *
     * @throws mortise.api.ApiException 403 when it is refused
     */
    default void permit(ApiObject object, Optional<ApiObject> old, UserInfo writer) {
    }

    /**
     * Returns what is wrong with an object; {@code old} is what it replaces, nothing for a new one. Changes nothing.
     */
    default List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        return List.of();
    }

    /**
     * Returns what the writer of a valid object should know although nothing is wrong: that a field means nothing, or
     * is going to mean something else. {@code old} is what it replaces, nothing for a new one.
     */
    default List<String> warnings(ApiObject object, Optional<ApiObject> old) {
        return List.of();
    }

    /**
     * Takes what an object needs from a limited supply, and notes it in the object. Called for a valid object right
     * before it is stored; {@code old} is what it replaces, nothing for a new one.
     *
     * @param dryRun whether the object will not be stored; then nothing is taken, but the object looks as if
     * @throws mortise.api.ApiException 422 when it is not to be had
     */
    default Reservation reserve(ApiObject object, Optional<ApiObject> old, boolean dryRun) {
        return Reservation.NONE;
    }

    /** Says that an object is gone, so that what it had can be given to others. */
    default void deleted(ApiObject object) {
    }

    /**
     * Returns how long an object may take to end, when the kind ends gracefully; nothing for a kind whose objects go at
     * once. 0 means at once, too.
     *
     * @param asked what the caller of the deletion asked for
     */
    default OptionalLong gracePeriodSeconds(ApiObject object, OptionalLong asked) {
        return OptionalLong.empty();
    }

    /**
     * Sets what follows from the first deletion of an object that something holds back; its metadata says so already.
     */
    default void prepareForDelete(ApiObject object) {
    }

    /** Says whether something else than finalizers and the grace period keeps a deleted object from going. */
    default boolean heldBack(ApiObject object) {
        return false;
    }
}
