package mortise.core.codec;

/**
 * How much a decoder takes before it refuses a body.
 *
 * @param depthMax how deeply objects and lists may be nested, at most {@value #DEPTH_CEILING}
 * @param bytesMax how long a body may be, in bytes
 */
public record DecodeLimits(int depthMax, int bytesMax) {

    /** The deepest nesting that can be configured; trees are walked recursively, so it is bound to the thread stack. */
    public static final int DEPTH_CEILING = 1000;

    /** 512 levels and 3 MiB, the size of the largest request. */
    public static final DecodeLimits DEFAULT = new DecodeLimits(512, 3 * 1024 * 1024);

    /** Checks the limits. */
    public DecodeLimits {
        if (depthMax < 1 || depthMax > DEPTH_CEILING) {
            throw new IllegalArgumentException("depthMax must be 1 to " + DEPTH_CEILING + ", is " + depthMax);
        }
        if (bytesMax < 1) {
            throw new IllegalArgumentException("bytesMax must be positive, is " + bytesMax);
        }
    }
}
