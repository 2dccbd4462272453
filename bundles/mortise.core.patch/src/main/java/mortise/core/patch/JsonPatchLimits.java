package mortise.core.patch;

/**
 * How much a JSON patch may do.
 *
 * @param operationsMax the most operations in one patch
 * @param copiedBytesMax how much its {@code copy} operations may duplicate in all, as bytes of compact JSON of which
 *     each character of a text counts one
 * @param depthMax how deeply objects and lists may be nested in the outcome
 */
public record JsonPatchLimits(int operationsMax, int copiedBytesMax, int depthMax) {

    /** 10 000 operations, 3 MiB of copies, 512 levels. */
    public static final JsonPatchLimits DEFAULT = new JsonPatchLimits(10_000, 3 * 1024 * 1024, 512);

    /** Checks the limits. */
    public JsonPatchLimits {
        if (operationsMax < 0 || copiedBytesMax < 0 || depthMax < 1) {
            throw new IllegalArgumentException("limits must not be negative, depthMax must be positive");
        }
    }
}
