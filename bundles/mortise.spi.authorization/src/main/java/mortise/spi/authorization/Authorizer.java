package mortise.spi.authorization;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Decides whether a request may be done. A bundle registers one as a service with the property {@value #MODE}; the core
 * asks those that {@code --authorization-mode} names, in that order, until one allows or denies. When none does, the
 * request is denied. Callers in {@code system:masters} are allowed before any authorizer is asked.
 *
 * <p>Called on the thread of the request, from many at once. May block for I/O, and must return promptly when the
 * thread is interrupted. Whatever it throws is an internal error of that request and is blamed on its bundle.
 */
@ConsumerType
public interface Authorizer {

    /** Service property: name of the mode, as {@code --authorization-mode} takes it, for example {@code RBAC}. */
    String MODE = "mortise.authorizer.mode";

    /** Service property, an {@code Integer}: seconds that one call may take; what is usual on the server if missing. */
    String TIMEOUT_SECONDS = "mortise.authorizer.timeout.seconds";

    /** Decides. Never returns {@code null}. */
    Decision authorize(AuthorizationRequest request);
}
