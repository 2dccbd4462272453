package mortise.core.patch;

/**
 * How much a strategic merge patch may do. Its outcome is never larger than object and patch together.
 *
 * @param depthMax how deeply objects and lists of the patch may be nested
 * @param elementsMax how many elements of lists are looked at in all; one is again for every list it is compared with
 * @param quotedCharsMax how many characters of the patch a refusal shows at most
 */
public record StrategicLimits(int depthMax, int elementsMax, int quotedCharsMax) {

    /** 512 levels, 10 million elements, 16 Ki characters. */
    public static final StrategicLimits DEFAULT = new StrategicLimits(512, 10_000_000, 16 * 1024);

    /** Checks the limits. */
    public StrategicLimits {
        if (depthMax < 1 || elementsMax < 0 || quotedCharsMax < 1) {
            throw new IllegalArgumentException("limits must not be negative, depth and quotes must be positive");
        }
    }
}
