package mortise.build.assembler;

/** A distribution that cannot be assembled; the message tells the author of the feature file what to change. */
final class AssemblyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    AssemblyException(String message) {
        super(message);
    }

    AssemblyException(String message, Throwable cause) {
        super(message, cause);
    }
}
