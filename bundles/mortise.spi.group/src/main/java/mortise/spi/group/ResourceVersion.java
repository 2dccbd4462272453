package mortise.spi.group;

/**
 * A version in which a resource is served.
 *
 * @param name version name, for example {@code v1beta1}
 * @param servedByDefault whether it is served when {@code --runtime-config} does not mention it
 * @param schema what objects look like in this version
 */
public record ResourceVersion(String name, boolean servedByDefault, ObjectSchema schema) {
}
