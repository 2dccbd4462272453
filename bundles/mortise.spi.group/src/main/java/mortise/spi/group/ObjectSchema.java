package mortise.spi.group;

import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * What objects of a kind look like in one version. The registry calls {@link #prune}, {@link #applyDefaults}, {@link
 * #validate} and {@link #complete} in this order on every write, on the thread of the request; they do not block.
 */
@ConsumerType
public interface ObjectSchema {

    /** Keeps every field, sets none, refuses nothing. */
    ObjectSchema OPEN = new ObjectSchema() {
        @Override
        public List<String> prune(ApiObject object) {
            return List.of();
        }

        @Override
        public void applyDefaults(ApiObject object) {
            // Nothing is known about the fields.
        }

        @Override
        public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
            return List.of();
        }
    };

    /** Returns the fields of objects, or nothing when objects may have any. */
    default Optional<StructType> type() {
        return Optional.empty();
    }

    /**
     * Removes fields that the kind does not have and returns their paths, for example {@code spec.foo}. Removes as well
     * what means the same as nothing, and brings values into their canonical form, for example quantities.
     *
     * @throws mortise.api.ApiException 400 when a value has the wrong type, with a message such as {@code json: cannot
     *     unmarshal number into Go struct field ConfigMap.data of type string}; the core says which object it was in
     */
    List<String> prune(ApiObject object);

    /** Sets fields that have a default and no value. Doing it twice is the same as once. */
    void applyDefaults(ApiObject object);

    /**
     * Returns what is wrong with an object; {@code old} is what it replaces, nothing for a new one. Changes nothing.
     */
    List<FieldError> validate(ApiObject object, Optional<ApiObject> old);

    /** Adds the fields that objects always have, empty ones included. Called last, before an object is stored. */
    default void complete(ApiObject object) {
    }
}
