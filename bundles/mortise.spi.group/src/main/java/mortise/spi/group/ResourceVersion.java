package mortise.spi.group;

import java.util.Optional;

/**
 * A version in which a resource is served.
 *
 * @param name version name, for example {@code v1beta1}
 * @param servedByDefault whether it is served when {@code --runtime-config} does not mention it
 * @param schema what objects look like in this version
 * @param conversion how they become those of the storage version and back
 * @param deprecation that it should not be used, if so
 */
public record ResourceVersion(
        String name,
        boolean servedByDefault,
        ObjectSchema schema,
        Conversion conversion,
        Optional<Deprecation> deprecation) {

    /** A version whose objects have the fields of the storage version. */
    public ResourceVersion(String name, boolean servedByDefault, ObjectSchema schema) {
        this(name, servedByDefault, schema, Conversion.NONE, Optional.empty());
    }
}
