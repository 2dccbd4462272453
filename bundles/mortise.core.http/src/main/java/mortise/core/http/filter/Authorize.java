package mortise.core.http.filter;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.FieldSelector;
import mortise.api.GroupResource;
import mortise.api.LabelSelector;
import mortise.api.UserInfo;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.Filter;
import mortise.core.http.exchange.Query;
import mortise.core.http.exchange.RequestInfo;
import mortise.core.http.plugin.Plugin;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Authorizer;
import mortise.spi.authorization.Decision;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks whether the request may be done. The configured modes are asked in their order until one allows or denies; when
 * none does the request is denied, and when one is configured and not plugged in nobody but {@code system:masters} is
 * let through, for the missing one might have denied.
 */
public final class Authorize implements Filter {

    private static final Logger LOG = LoggerFactory.getLogger(Authorize.class);

    private final List<String> modes;
    /** Modes whose absence was logged, so that not every refused request logs it again. */
    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    /** Takes the modes in the order in which they are asked. */
    public Authorize(List<String> modes) {
        this.modes = List.copyOf(modes);
    }

    @Override
    public void apply(ApiExchange exchange, Next next) {
        UserInfo user = exchange.user();
        if (!user.groups().contains(UserInfo.MASTERS)) {
            requireEveryMode(exchange);
            AuthorizationRequest request = request(user, exchange.info(), exchange.query());
            decide(exchange, request);
            exchange.access(verb -> decide(exchange, with(verb, request)));
        }
        next.proceed(exchange);
    }

    private void requireEveryMode(ApiExchange exchange) {
        for (String mode : modes) {
            if (!exchange.plugins().authorizers().containsKey(mode)) {
                if (reported.add(mode)) {
                    LOG.error("Requests are refused: authorization mode {} is configured and nobody provides it", mode);
                }
                throw new ApiException(ApiStatus.of(ErrorReason.SERVICE_UNAVAILABLE,
                        "authorization mode " + mode + " is configured and no plug-in provides it",
                        ApiStatus.Details.of(List.of(), 1)));
            }
        }
    }

    private void decide(ApiExchange exchange, AuthorizationRequest request) {
        String reason = "";
        for (String mode : modes) {
            Plugin<Authorizer> authorizer = java.util.Objects.requireNonNull(
                    exchange.plugins().authorizers().get(mode), "checked before");
            Decision decision = exchange.call(authorizer, () -> authorizer.service().authorize(request));
            if (decision instanceof Decision.Allow) {
                return;
            }
            if (decision instanceof Decision.Deny deny) {
                throw forbidden(request, deny.reason());
            }
            if (decision instanceof Decision.NoOpinion none && !none.reason().isEmpty()) {
                reason = reason.isEmpty() ? none.reason() : reason + ", " + none.reason();
            }
        }
        throw forbidden(request, reason);
    }

    private static AuthorizationRequest request(UserInfo user, RequestInfo info, Query query) {
        return new AuthorizationRequest(user, info.verb(), info.path(), info.resourceRequest(), info.group(),
                info.version(), info.resource(), info.subresource(), info.namespace(), info.name(),
                labelSelector(query.first("labelSelector")), fieldSelector(query.first("fieldSelector")));
    }

    private static AuthorizationRequest with(String verb, AuthorizationRequest request) {
        return new AuthorizationRequest(request.user(), verb, request.path(), request.resourceRequest(),
                request.group(), request.version(), request.resource(), request.subresource(), request.namespace(),
                request.name(), request.labelSelector(), request.fieldSelector());
    }

    private static LabelSelector labelSelector(String text) {
        try {
            return text.isEmpty() ? LabelSelector.EVERYTHING : LabelSelector.parse(text);
        } catch (ApiException reportedByTheHandler) {
            return LabelSelector.EVERYTHING;
        }
    }

    private static FieldSelector fieldSelector(String text) {
        try {
            return text.isEmpty() ? FieldSelector.EVERYTHING : FieldSelector.parse(text);
        } catch (ApiException reportedByTheHandler) {
            return FieldSelector.EVERYTHING;
        }
    }

    private static ApiException forbidden(AuthorizationRequest request, String reason) {
        String because = reason.isEmpty() ? "" : ": " + reason;
        String who = "User \"" + request.user().name() + "\" cannot " + request.verb();
        if (!request.resourceRequest()) {
            return new ApiException(ApiStatus.of(ErrorReason.FORBIDDEN,
                    "forbidden: " + who + " path \"" + request.path() + "\"" + because,
                    ApiStatus.Details.of(List.of(), 0)));
        }
        String resource = request.subresource().isEmpty()
                ? request.resource() : request.resource() + "/" + request.subresource();
        String where = request.namespace().isEmpty()
                ? "at the cluster scope" : "in the namespace \"" + request.namespace() + "\"";
        return ApiException.forbidden(new GroupResource(request.group(), request.resource()), request.name(),
                who + " resource \"" + resource + "\" in API group \"" + request.group() + "\" " + where + because);
    }
}
