package mortise.core.registry;

/**
 * The query parameters of writes.
 *
 * @param dryRun whether nothing is stored
 * @param fieldValidation what happens with unknown and duplicate fields
 * @param fieldManager who writes, as field management will show it; empty when not said
 */
public record WriteOptions(boolean dryRun, FieldValidation fieldValidation, String fieldManager) {

    /** Stored, unknown fields dropped, nobody named. */
    public static final WriteOptions DEFAULT = new WriteOptions(false, FieldValidation.IGNORE, "");
}
