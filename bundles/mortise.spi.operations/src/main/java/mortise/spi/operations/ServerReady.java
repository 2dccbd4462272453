package mortise.spi.operations;

/**
 * Registered as a service while the server listens and every readiness check holds. Carries the property
 * {@value #ADDRESS}.
 */
public interface ServerReady {

    /** Service property: where the server listens, for example {@code https://127.0.0.1:6443}. */
    String ADDRESS = "mortise.address";
}
