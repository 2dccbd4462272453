package mortise.spi.operations;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiStatus;
import mortise.api.UserInfo;

/**
 * What is recorded about a request at one stage of it.
 *
 * @param id name of the request, that of its {@code Audit-Id} header
 * @param level how much is recorded
 * @param stage when
 * @param request who asked for what
 * @param origin where it came from
 * @param impersonation as whom it is done, when that is not who sent it
 * @param target the object or collection it is about; nothing for paths that are no resources
 * @param outcome how it was answered; nothing before that
 * @param requestObject body of the request as compact JSON; empty for none. Not changed any more, like the next one
 * @param responseObject body of the answer as compact JSON; empty for none
 * @param received when the request came
 * @param at when the stage was reached
 * @param annotations what else is to be told, by key
 */
public record AuditEvent(
        String id,
        AuditRule.Level level,
        Stage stage,
        AuditedRequest request,
        Origin origin,
        Optional<Impersonation> impersonation,
        Optional<Target> target,
        Optional<Outcome> outcome,
        byte[] requestObject,
        byte[] responseObject,
        Instant received,
        Instant at,
        Map<String, String> annotations) {

    public AuditEvent {
        annotations = Map.copyOf(annotations);
    }

    /** When something is recorded. */
    public enum Stage {
        /** It is known who sends the request; nothing has been done. */
        REQUEST_RECEIVED("RequestReceived"),
        /** The head of an answer is sent whose body may last; also for a credential that was refused. */
        RESPONSE_STARTED("ResponseStarted"),
        /** The answer is complete. */
        RESPONSE_COMPLETE("ResponseComplete"),
        /** The server failed in a way it should not. */
        PANIC("Panic");

        private final String text;

        Stage(String text) {
            this.text = text;
        }

        /** Returns the name in policies and events, for example {@code ResponseStarted}. */
        public String text() {
            return text;
        }
    }

    /**
     * Where a request came from.
     *
     * @param uri path and query as they were sent
     * @param addresses addresses of the client and the proxies between, as far as they are told; the peer's last
     * @param userAgent what the client calls itself; perhaps empty
     */
    public record Origin(String uri, List<String> addresses, String userAgent) {

        public Origin {
            addresses = List.copyOf(addresses);
        }
    }

    /**
     * As whom a request is done.
     *
     * @param user as whom
     * @param constraint the verb that allowed it for this request alone; empty for any other
     */
    public record Impersonation(UserInfo user, String constraint) {
    }

    /**
     * What a request is about. Texts that are not known are empty.
     *
     * @param resource plural name
     * @param namespace namespace
     * @param name name; that of a new object too
     * @param uid uid in the body of the request
     * @param group API group; empty for the core group
     * @param version version in the path
     * @param resourceVersion resource version in the body of the request
     * @param subresource path below the object
     */
    public record Target(String resource, String namespace, String name, String uid, String group, String version,
            String resourceVersion, String subresource) {
    }

    /**
     * How a request was answered.
     *
     * @param code HTTP status code
     * @param failure what the client was told; nothing when all went well
     */
    public record Outcome(int code, Optional<ApiStatus> failure) {
    }
}
