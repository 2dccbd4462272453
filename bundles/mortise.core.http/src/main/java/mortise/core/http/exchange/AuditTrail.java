package mortise.core.http.exchange;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.UserInfo;
import mortise.core.http.plugin.Plugin;
import mortise.spi.operations.AuditEvent;
import mortise.spi.operations.AuditEvent.Outcome;
import mortise.spi.operations.AuditEvent.Stage;
import mortise.spi.operations.AuditEvent.Target;
import mortise.spi.operations.AuditPolicy;
import mortise.spi.operations.AuditRule;
import mortise.spi.operations.AuditRule.Level;
import mortise.spi.operations.AuditedRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is recorded about one request while it is worked on. There is one only where somebody has a policy and somebody
 * takes events. Belongs to the thread of the request until {@link #hold}, and from then on to whoever ends the answer.
 */
public final class AuditTrail {

    private static final Logger LOG = LoggerFactory.getLogger(AuditTrail.class);

    private static final ApiStatus NOT_STORED = ApiStatus.of(ErrorReason.INTERNAL_ERROR,
            "Internal error occurred: failed to store audit event");
    private static final ApiStatus REFUSED = ApiStatus.of(ErrorReason.UNAUTHORIZED, "Unauthorized");
    private static final int OK = 200;

    private final ApiExchange exchange;
    private final Plugin<AuditPolicy> policy;
    private final AuditRecorder recorder;
    private final InstantSource clock;
    private final Instant received;
    private final AtomicBoolean over = new AtomicBoolean();

    private @Nullable AuditedRequest asked;
    private AuditEvent.@Nullable Origin origin;
    private AuditRule rule = AuditRule.NOTHING;
    private @Nullable Target target;
    private AuditBody body = AuditBody.NONE;
    private AuditBody answer = AuditBody.NONE;
    private boolean panicked;
    private boolean held;

    /**
     * Begins with a request that has just come.
     *
     * @param policy says what is recorded
     * @param recorder passes events on
     */
    public AuditTrail(
            ApiExchange exchange, Plugin<AuditPolicy> policy, AuditRecorder recorder, InstantSource clock) {
        this.exchange = exchange;
        this.policy = policy;
        this.recorder = recorder;
        this.clock = clock;
        this.received = clock.instant();
    }

    /**
     * Says that it is known who sent the request.
     *
     * @throws ApiException 500 when nothing may happen without a record and that is not possible
     */
    public void identified(UserInfo sender) {
        decide(Optional.of(sender), this::ask);
        if (!record(Stage.REQUEST_RECEIVED, Optional.empty())) {
            recorder.rejected();
            throw new ApiException(NOT_STORED);
        }
    }

    /** Says that nobody knew who sent the request, which is all that is recorded about it. */
    public void unidentified(String why) {
        decide(Optional.empty(), this::ask);
        over.set(true);
        record(Stage.RESPONSE_STARTED, Optional.of(new Outcome(REFUSED.code(),
                Optional.of(ApiStatus.of(ErrorReason.UNAUTHORIZED, why)))));
    }

    private AuditRule ask(AuditedRequest request) {
        return exchange.call(policy, () -> policy.service().rule(request));
    }

    /** Asks when the request has been answered, when nothing can become of a failure. */
    private AuditRule askLate(AuditedRequest request) {
        try {
            return policy.service().rule(request);
        } catch (RuntimeException | LinkageError failed) {
            LOG.error("Request {} is not recorded: {} failed", exchange.requestId(), policy, failed);
            return AuditRule.NOTHING;
        }
    }

    private void decide(Optional<UserInfo> sender, Function<AuditedRequest, AuditRule> policies) {
        RequestInfo info = exchange.info();
        AuditedRequest request = new AuditedRequest(sender, info.verb(), info.path(), info.resourceRequest(),
                info.group(), info.version(), info.resource(), info.subresource(), info.namespace(), info.name());
        asked = request;
        rule = policies.apply(request);
        recorder.decided(rule.level());
        if (records()) {
            origin = AuditOrigin.of(exchange.wire());
            target = info.resourceRequest() ? new Target(info.resource(), info.namespace(), info.name(), "",
                    info.group(), info.version(), "", info.subresource()) : null;
        }
    }

    /** Says whether anything is recorded. */
    public boolean records() {
        return rule.level() != Level.NONE;
    }

    /** Says whether the body of the answer is wanted. */
    public boolean wantsAnswer() {
        return rule.level().atLeast(Level.REQUEST_RESPONSE);
    }

    /**
     * Takes the body of the request before anybody changes it.
     *
     * @param tree the decoded body
     * @param object whether it is the object that the request is about
     */
    public void requestBody(@Nullable Object tree, boolean object) {
        if (object && target != null && tree instanceof Map<?, ?> fields) {
            target = AuditBody.completed(target, fields.get("metadata"));
        }
        if (rule.level().atLeast(Level.REQUEST) && tree != null) {
            body = AuditBody.of(tree, rule.omitManagedFields());
        }
    }

    /** Takes the body of the answer. */
    public void answerBody(AuditBody written) {
        answer = rule.omitManagedFields() ? written.withoutManagedFields() : written;
    }

    /** Says that the head of an answer goes out. */
    void answering() {
        if (exchange.info().longRunning() && records()) {
            record(Stage.RESPONSE_STARTED, Optional.of(outcome()));
        }
    }

    /** Says that the request failed in a way that is nobody's wish. */
    public void panicked() {
        panicked = true;
    }

    /** Says that the answer goes on when its thread is done; what is returned is to be run when it is complete. */
    public Runnable hold() {
        held = true;
        return this::complete;
    }

    /** Says that the answer does not go on after all. */
    public void letGo() {
        held = false;
    }

    /** Says that the thread of the request is done. */
    public void threadDone() {
        if (!held) {
            complete();
        }
    }

    private void complete() {
        if (!over.compareAndSet(false, true)) {
            return;
        }
        if (asked == null) {
            decide(exchange.sender(), this::askLate);
        }
        record(panicked ? Stage.PANIC : Stage.RESPONSE_COMPLETE, Optional.of(outcome()));
    }

    private Outcome outcome() {
        return new Outcome(exchange.status() == 0 ? OK : exchange.status(), exchange.failure());
    }

    private boolean record(Stage stage, Optional<Outcome> outcome) {
        if (!records() || rule.omitStages().contains(stage)) {
            return true;
        }
        var impersonation = exchange.impersonated().map(other ->
                new AuditEvent.Impersonation(other, exchange.impersonationConstraint()));
        return recorder.record(new AuditEvent(exchange.requestId(), rule.level(), stage,
                Objects.requireNonNull(asked, "decided before"),
                Objects.requireNonNull(origin, "decided before"), impersonation,
                Optional.ofNullable(target), outcome, body.json(), answer.json(), received,
                stage == Stage.REQUEST_RECEIVED ? received : clock.instant(), annotations()));
    }

    private Map<String, String> annotations() {
        if (!body.truncated() && !answer.truncated()) {
            return exchange.annotations();
        }
        var all = new LinkedHashMap<>(exchange.annotations());
        all.put("audit." + exchange.plugins().apiDomain() + "/truncated", "true");
        return all;
    }

    /** Passes events on. Any thread; never throws. */
    public interface AuditRecorder {

        /** Counts what was decided about a request. */
        void decided(Level level);

        /** Passes an event to everybody; returns whether all took it. */
        boolean record(AuditEvent event);

        /** Counts a request that was refused because it could not be recorded. */
        void rejected();
    }

    /** Returns what is said about a credential that nobody knew. Holds nothing of it. */
    public static String refusal(Wire wire) {
        var tried = new ArrayList<String>();
        String authorization = wire.header("Authorization").strip();
        for (String kind : List.of("basic", "bearer")) {
            if (authorization.regionMatches(true, 0, kind + " ", 0, kind.length() + 1)) {
                tried.add(kind);
            }
        }
        if (!wire.peerCertificates().isEmpty()) {
            tried.add("x509");
        }
        return tried.isEmpty() ? "Authentication failed, no credentials provided"
                : "Authentication failed, attempted: " + String.join(", ", tried);
    }
}
