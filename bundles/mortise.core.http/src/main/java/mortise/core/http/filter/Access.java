package mortise.core.http.filter;

import java.util.List;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.FieldSelector;
import mortise.api.GroupResource;
import mortise.api.LabelSelector;
import mortise.api.UserInfo;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.ApiExchange.Refusal;
import mortise.core.http.exchange.Query;
import mortise.core.http.exchange.RequestInfo;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Decision;

/** Asks the configured modes on behalf of a request, and says why somebody may not do something. Immutable. */
final class Access {

    private static final Decision MASTER = new Decision.Allow("");

    private final Modes modes;

    Access(Modes modes) {
        this.modes = modes;
    }

    /** Returns what the first mode says that has an opinion. {@code system:masters} may do everything. */
    Decision decision(ApiExchange exchange, AuthorizationRequest request) {
        return request.user().groups().contains(UserInfo.MASTERS) ? MASTER : modes.decide(exchange.plugins(),
                authorizer -> exchange.call(authorizer, () -> authorizer.service().authorize(request)));
    }

    /** Returns why the user may not do that; nothing when they may. */
    Optional<Refusal> refusal(ApiExchange exchange, AuthorizationRequest request) {
        return refusal(request, decision(exchange, request));
    }

    /** Returns why the user may not do that when this was decided; nothing when they may. */
    static Optional<Refusal> refusal(AuthorizationRequest request, Decision decision) {
        if (decision instanceof Decision.Deny deny) {
            return Optional.of(new Refusal(deny.reason(), forbidden(request, deny.reason())));
        }
        return decision instanceof Decision.NoOpinion none
                ? Optional.of(new Refusal(none.reason(), forbidden(request, none.reason()))) : Optional.empty();
    }

    /** Returns the same with another verb. */
    static AuthorizationRequest withVerb(AuthorizationRequest request, String verb) {
        return new AuthorizationRequest(request.user(), verb, request.path(), request.resourceRequest(),
                request.group(), request.version(), request.resource(), request.subresource(), request.namespace(),
                request.name(), request.labelSelector(), request.fieldSelector());
    }

    /** Returns what a user wants who sends this request. Selectors that have no effect are not told to authorizers. */
    static AuthorizationRequest request(UserInfo user, RequestInfo info, Query query) {
        String labels = info.selective() ? query.first("labelSelector") : "";
        String fields = info.selective() ? query.first("fieldSelector") : "";
        return new AuthorizationRequest(user, info.verb(), info.path(), info.resourceRequest(), info.group(),
                info.version(), info.resource(), info.subresource(), info.namespace(), info.name(),
                labelSelector(labels), fieldSelector(fields));
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
