package mortise.core.registry;

/** What happens with unknown and duplicate fields of a body. */
public enum FieldValidation {
    /** They are dropped. */
    IGNORE,
    /** They are dropped, and the answer carries a warning for each. */
    WARN,
    /** They make the request fail with 400. */
    STRICT
}
