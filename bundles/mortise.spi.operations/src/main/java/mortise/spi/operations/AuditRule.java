package mortise.spi.operations;

import java.util.Set;
import mortise.spi.operations.AuditEvent.Stage;

/**
 * What is recorded about a request.
 *
 * @param level how much
 * @param omitStages stages of which nothing is recorded
 * @param omitManagedFields whether bodies are recorded without their managed fields
 */
public record AuditRule(Level level, Set<Stage> omitStages, boolean omitManagedFields) {

    /** Nothing is recorded. */
    public static final AuditRule NOTHING = new AuditRule(Level.NONE, Set.of(), false);

    public AuditRule {
        omitStages = Set.copyOf(omitStages);
    }

    /** How much is recorded, each level more than the one before. */
    public enum Level {
        /** Nothing. */
        NONE("None"),
        /** Who asked what and how it was answered, without any body. */
        METADATA("Metadata"),
        /** The body of the request too. */
        REQUEST("Request"),
        /** The bodies of the request and of the answer too. */
        REQUEST_RESPONSE("RequestResponse");

        private final String text;

        Level(String text) {
            this.text = text;
        }

        /** Returns the name in policies and events, for example {@code RequestResponse}. */
        public String text() {
            return text;
        }

        /** Says whether this level records what the other one does. */
        public boolean atLeast(Level other) {
            return compareTo(other) >= 0;
        }
    }
}
