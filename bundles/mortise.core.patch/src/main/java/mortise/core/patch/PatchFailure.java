package mortise.core.patch;

/** A JSON patch that does not fit its document. The client is told only that, as Kubernetes does. */
final class PatchFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PatchFailure(String why) {
        // An expected outcome needs no stack trace.
        super(why, null, false, false);
    }
}
