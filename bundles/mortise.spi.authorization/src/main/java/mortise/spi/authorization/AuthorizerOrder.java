package mortise.spi.authorization;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Says who is asked about requests, and in which order, in the place of {@code --authorization-mode}. Consulted only
 * when {@code --authorization-config} is set; until one is plugged in then, nobody but {@code system:masters} is let
 * through. A bundle registers one as a service.
 */
@ConsumerType
public interface AuthorizerOrder {

    /**
     * Returns who is asked, at least one. Called for each question, on any thread; returns at once. Another order is
     * another list: one that was returned never changes, and the same list is returned until the order changes.
     */
    List<Step> steps();

    /** Says whether the configuration could not be used when it was read last, so that an earlier one is in force. */
    default boolean isOutdated() {
        return false;
    }

    /**
     * One who is asked.
     *
     * @param type a mode, for example {@code RBAC}
     * @param name the name that metrics show; unique
     * @param authorizer who is asked; nothing for whoever provides the mode
     * @param timeoutSeconds how long one call may take; 0 for what is usual on the server
     */
    record Step(String type, String name, Optional<Authorizer> authorizer, int timeoutSeconds) {

        /** Returns a step of whoever provides a mode, named as a mode is named without a file. */
        public static Step ofMode(String type) {
            return new Step(type, nameOf(type), Optional.empty(), 0);
        }

        /** Returns what the authorizer of a mode is called where nobody gave it a name. */
        public static String nameOf(String type) {
            return type.equals("Webhook") ? "default" : type.toLowerCase(Locale.ROOT);
        }
    }
}
