package mortise.spi.authorization;

/** What an authorizer says about a request. */
public sealed interface Decision {

    /**
     * The request may be done; nobody else is asked.
     *
     * @param reason for the audit record
     */
    record Allow(String reason) implements Decision {
    }

    /**
     * The request may not be done; nobody else is asked.
     *
     * @param reason for the audit record and the caller; may be empty
     */
    record Deny(String reason) implements Decision {
    }

    /**
     * The next authorizer is asked.
     *
     * @param reason for the caller if nobody allows it; may be empty
     */
    record NoOpinion(String reason) implements Decision {
    }
}
