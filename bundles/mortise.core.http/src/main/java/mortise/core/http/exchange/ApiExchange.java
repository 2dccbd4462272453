package mortise.core.http.exchange;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.UserInfo;
import mortise.core.http.exchange.RequestGuard.Claim;
import mortise.core.http.exchange.Wire.Head;
import mortise.core.http.plugin.Plugin;
import mortise.core.http.plugin.PluginSnapshot;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer: the only thing that filters and handlers see. Belongs to the thread of the request.
 */
public final class ApiExchange {

    private static final Refusal UNASKED = new Refusal("nobody can say", new ApiException(
            ApiStatus.of(ErrorReason.FORBIDDEN, "nobody can say whether this is allowed")));

    private static final int HANGING_CALLS_MAX = 16;
    private static final int SWITCHING = 101;
    private static final byte[] PAGE_NOT_FOUND = "404 page not found\n".getBytes(StandardCharsets.UTF_8);

    private final Wire wire;
    private final PluginSnapshot plugins;
    private final RequestGuard guard;
    private final List<String> warnings = new ArrayList<>(0);
    private Map<String, String> annotations = Map.of();
    private final List<Runnable> whenDone = new ArrayList<>(1);
    private ErrorForm errorForm = ApiExchange::jsonLine;
    private String errorType = "application/json";
    private Query query = Query.NONE;
    private @Nullable RequestInfo info;
    private @Nullable UserInfo sender;
    private @Nullable UserInfo user;
    private String impersonationConstraint = "";
    private Function<String, Optional<Refusal>> authorization = verb -> Optional.of(UNASKED);
    private String servedBy = "";
    private String requestId = "";
    private @Nullable RequestLabels labels;
    /** Also written by the watchdog. */
    private volatile int status;
    private long bytes;
    /** Also written by the watchdog. */
    private volatile @Nullable ApiStatus failure;
    private @Nullable AuditTrail audit;

    /** Turns a status into a body. */
    public interface ErrorForm {
        /** Returns the whole body for a status. */
        byte[] encode(ApiStatus status);
    }

    /** Makes the exchange for a request that has just come in. */
    public ApiExchange(Wire wire, PluginSnapshot plugins, RequestGuard guard) {
        this.wire = wire;
        this.plugins = plugins;
        this.guard = guard;
    }

    /** Returns the connection's side of the request. */
    public Wire wire() {
        return wire;
    }

    /** Returns what was plugged in when the request came. */
    public PluginSnapshot plugins() {
        return plugins;
    }

    /** Returns what bounds the request's time. */
    public RequestGuard guard() {
        return guard;
    }

    /** Returns the name of the request in logs and records. */
    public String requestId() {
        return requestId;
    }

    /** Names the request. */
    public void requestId(String id) {
        requestId = id;
    }

    /** Returns what the request is about. */
    public RequestInfo info() {
        return Objects.requireNonNull(info, "asked for before the filter that sets it");
    }

    /** Sets what the request is about. */
    public void info(RequestInfo resolved, Query parsed) {
        info = resolved;
        query = parsed;
    }

    /** Returns the parameters. */
    public Query query() {
        return query;
    }

    /** Returns as whom the request is done: who sent it, or somebody whom they may act as. */
    public UserInfo user() {
        return Objects.requireNonNull(user, "asked for before the filter that sets it");
    }

    /** Sets who sent the request. */
    public void user(UserInfo authenticated) {
        sender = authenticated;
        user = authenticated;
    }

    /** Returns who sent the request, by their own credential, or nothing before that is known. */
    public Optional<UserInfo> sender() {
        return Optional.ofNullable(sender);
    }

    /**
     * Sets that the request is done as somebody else than who sent it.
     *
     * @param other as whom
     * @param constraint the verb that allowed no more than this request, {@code impersonate:user-info} for example;
     *     empty when the sender may do everything as them
     */
    public void impersonate(UserInfo other, String constraint) {
        user = other;
        impersonationConstraint = constraint;
    }

    /** Returns as whom the request is done when that is not who sent it. */
    public Optional<UserInfo> impersonated() {
        return user == sender ? Optional.empty() : Optional.ofNullable(user);
    }

    /** Returns the verb that allowed the impersonation for this request alone; empty for any other. */
    public String impersonationConstraint() {
        return impersonationConstraint;
    }

    /**
     * Why the user may not do something.
     *
     * @param reason what the authorizers say; perhaps empty
     * @param answer the answer with 403 that says so
     */
    public record Refusal(String reason, ApiException answer) {
    }

    /** Sets who says why the user may not do something else with what the request is about. */
    public void authorization(Function<String, Optional<Refusal>> decision) {
        authorization = decision;
    }

    /**
     * Asks whether the user may also use another verb on what the request is about.
     *
     * @param verb as authorization knows it, for example {@code create}
     * @return why not, perhaps an empty text; nothing when it is allowed
     */
    public Optional<String> refusal(String verb) {
        return authorization.apply(verb).map(Refusal::reason);
    }

    /**
     * Asks whether the user may also use another verb on what the request is about.
     *
     * @throws ApiException 403 when not
     */
    public void require(String verb) {
        authorization.apply(verb).ifPresent(refusal -> {
            throw refusal.answer();
        });
    }

    /** Returns the bundle whose resource is worked on; empty before routing. */
    public String servedBy() {
        return servedBy;
    }

    /** Sets the bundle whose resource is worked on. */
    public void servedBy(String bundle) {
        servedBy = bundle;
    }

    /** Returns what the request is counted as. */
    public RequestLabels labels() {
        RequestLabels known = labels;
        return known == null ? RequestLabels.unserved(wire.method()) : known;
    }

    /** Sets what the request is counted as. */
    public void labels(RequestLabels counted) {
        labels = counted;
    }

    /** Returns the status code of the answer; 0 before it. */
    public int status() {
        return status;
    }

    /** Returns how many bytes of the answer's body were sent so far, as far as they came through this object. */
    public long bytes() {
        return bytes;
    }

    /** Counts bytes of a body that was started with {@link #open}. */
    public void sent(int more) {
        bytes += more;
    }

    /** Sets the form that errors are told in from now on. */
    public void errorsAs(String contentType, ErrorForm form) {
        errorType = contentType;
        errorForm = form;
    }

    /** Adds a warning to the answer. */
    public void warn(String text) {
        if (!warnings.contains(text)) {
            warnings.add(text);
        }
    }

    /** Returns what is recorded about the request; nothing when nothing is. */
    public Optional<AuditTrail> audit() {
        return Optional.ofNullable(audit);
    }

    /** Sets what is recorded about the request. */
    public void audit(AuditTrail trail) {
        audit = trail;
    }

    /** Returns what the client was told went wrong; nothing when nothing did or nothing was told yet. */
    public Optional<ApiStatus> failure() {
        return Optional.ofNullable(failure);
    }

    /** Adds an annotation to what is recorded about the request. */
    public void annotate(String key, String value) {
        if (annotations.isEmpty()) {
            annotations = new LinkedHashMap<>();
        }
        annotations.put(key, value);
    }

    /** Returns the annotations of what is recorded about the request. */
    public Map<String, String> annotations() {
        return Collections.unmodifiableMap(annotations);
    }

    /** Runs something when the request is over, in the reverse order of these calls. */
    public void whenDone(Runnable task) {
        whenDone.add(task);
    }

    /** Runs what {@link #whenDone} collected; called once. */
    public void done() {
        for (int i = whenDone.size() - 1; i >= 0; i--) {
            whenDone.get(i).run();
        }
    }

    /**
     * Calls a plug-in within the time that plug-ins have.
     *
     * @throws ApiException what the plug-in threw, or 504 when it took too long
     * @throws PluginFailure when it threw anything else or returned {@code null}
     */
    public <T> T call(Plugin<?> plugin, Supplier<@Nullable T> work) {
        if (plugin.hanging() >= HANGING_CALLS_MAX) {
            throw PluginFailure.hanging(plugin);
        }
        guard.enter(plugin);
        @Nullable T result = null;
        @Nullable Throwable failure = null;
        try {
            result = work.get();
        } catch (Throwable thrown) {
            // Errors too: a plug-in with a missing class must not take the connection with it.
            failure = thrown;
        }
        guard.leave();
        if (failure instanceof ApiException expected) {
            throw expected;
        }
        if (failure != null || result == null) {
            throw new PluginFailure(plugin, failure);
        }
        return result;
    }

    /** Sends a whole answer; a 504 instead when the request's time is up, nothing when it was told so. Blocks. */
    public void answer(int status, String contentType, byte[] body, String... moreHeaders) {
        answer(new Head(status, headers(contentType, List.of(moreHeaders))), body);
    }

    /** Sends a whole answer with exactly these headers besides those that every answer has. */
    public void answer(Head head, byte[] body) {
        if (inTime(head.status())) {
            bytes += body.length;
            wire.send(head, body);
        }
    }

    /** Sends a status; more headers are names and values in turns. Blocks. */
    public void fail(ApiStatus status, String... moreHeaders) {
        failure = status;
        Head head = head(status);
        head.headers().addAll(List.of(moreHeaders));
        answer(head, errorBody(status));
    }

    /** Sends a status without blocking and without asking for the right to; for the watchdog. */
    public void failLater(ApiStatus instead) {
        status = instead.code();
        failure = instead;
        wire.sendLater(head(instead), errorBody(instead));
    }

    /** Sends the answer to a path that nothing serves. */
    public void pageNotFound() {
        answer(404, "text/plain; charset=utf-8", PAGE_NOT_FOUND, "X-Content-Type-Options", "nosniff");
    }

    /**
     * Starts an answer whose body follows.
     *
     * @param lasting whether the body may be silent for long
     * @return nothing when the request's time is up, which the client has been told
     */
    public Optional<Wire.Body> open(boolean lasting, int status, String contentType, String... moreHeaders) {
        return open(lasting, new Head(status, headers(contentType, List.of(moreHeaders))));
    }

    /** Starts an answer with exactly these headers besides those that every answer has. */
    public Optional<Wire.Body> open(boolean lasting, Head head) {
        return inTime(head.status()) ? Optional.of(wire.open(head, lasting)) : Optional.empty();
    }

    /**
     * Answers that the protocol is switched, and makes the connection a tunnel to another server.
     *
     * @param idle longest time without a byte
     * @param done is run when either side has ended
     * @return whether there is a tunnel; without one nothing is run, and the socket is as it was
     */
    public boolean tunnel(Head head, Socket peer, Duration idle, Runnable done) {
        boolean inTime = inTime(head.status());
        if (inTime) {
            wire.tunnel(head, peer, idle, done);
        }
        return inTime;
    }

    /**
     * Answers that the connection is a WebSocket.
     *
     * @param handshake headers, names and values in turns
     * @return nothing when the request's time is up, which the client has been told
     */
    public Optional<Wire.Body> webSocket(List<String> handshake) {
        return inTime(SWITCHING)
                ? Optional.of(wire.webSocket(new Head(SWITCHING, headers("", handshake)))) : Optional.empty();
    }

    /** Asks for the right to answer; tells the client when its time is up. */
    private boolean inTime(int wanted) {
        Claim claim = guard.claim();
        if (claim == Claim.IN_TIME) {
            status = wanted;
            if (audit != null) {
                audit.answering();
            }
        } else if (claim == Claim.TOO_LATE) {
            ApiStatus late = guard.tooLate();
            status = late.code();
            failure = late;
            wire.send(head(late), errorBody(late));
        }
        return claim == Claim.IN_TIME;
    }

    private Head head(ApiStatus status) {
        int retry = status.details().map(ApiStatus.Details::retryAfterSeconds).orElse(0);
        return new Head(status.code(), headers(errorType,
                retry > 0 ? List.of("Retry-After", Integer.toString(retry)) : List.of()));
    }

    private byte[] errorBody(ApiStatus status) {
        return errorForm.encode(status);
    }

    private static byte[] jsonLine(ApiStatus status) {
        byte[] body = StatusMapper.failure(status);
        byte[] line = Arrays.copyOf(body, body.length + 1);
        line[body.length] = '\n';
        return line;
    }

    private List<String> headers(String contentType, List<String> more) {
        var headers = new ArrayList<String>(8 + more.size() + 2 * warnings.size());
        if (!requestId.isEmpty()) {
            headers.add("Audit-Id");
            headers.add(requestId);
        }
        // A document with its hash in its address says itself how long it may be kept.
        if (!more.contains("Cache-Control")) {
            headers.add("Cache-Control");
            headers.add("no-cache, private");
        }
        if (!contentType.isEmpty()) {
            headers.add("Content-Type");
            headers.add(contentType);
        }
        headers.addAll(more);
        for (String warning : warnings) {
            headers.add("Warning");
            headers.add(WarningText.header(warning));
        }
        return headers;
    }
}
