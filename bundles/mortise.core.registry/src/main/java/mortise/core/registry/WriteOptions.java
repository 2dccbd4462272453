package mortise.core.registry;

/**
 * The query parameters of writes.
 *
 * @param dryRun whether nothing is stored
 * @param fieldValidation what happens with unknown and duplicate fields
 * @param fieldManager who writes, as field management will show it
 * @param force whether an apply takes fields that others own
 */
public record WriteOptions(boolean dryRun, FieldValidation fieldValidation, String fieldManager, boolean force) {

    /** As the server itself writes: stored, unknown fields dropped. */
    public static final WriteOptions DEFAULT = new WriteOptions(false, FieldValidation.IGNORE, "kube-apiserver");

    /** Options of a write that is no apply, or one that takes nothing from others. */
    public WriteOptions(boolean dryRun, FieldValidation fieldValidation, String fieldManager) {
        this(dryRun, fieldValidation, fieldManager, false);
    }
}
