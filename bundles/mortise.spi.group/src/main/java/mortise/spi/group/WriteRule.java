package mortise.spi.group;

/** Exceptions from the usual rules of writing that a resource may have. */
public enum WriteRule {
    /** PUT on an absent name creates the object. */
    CREATE_ON_UPDATE,
    /** PUT without {@code resourceVersion} is refused with 422. */
    UPDATE_NEEDS_VERSION,
    /** {@code metadata.generation} is counted by the server: 1 for a new object, one more with every change of spec. */
    COUNTS_GENERATION,
    /** DELETE answers with the object instead of a {@code Status}. */
    DELETE_RETURNS_OBJECT,
    /** DELETE without a propagation policy orphans dependents. */
    ORPHANS_DEPENDENTS,
    /** A creator may set {@code status}; without this rule it is dropped where there is a subresource for it. */
    CREATE_KEEPS_STATUS
}
