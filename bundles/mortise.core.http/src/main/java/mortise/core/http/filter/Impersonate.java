package mortise.core.http.filter;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.FieldSelector;
import mortise.api.LabelSelector;
import mortise.api.UserInfo;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.ApiExchange.Refusal;
import mortise.core.http.exchange.Filter;
import mortise.core.http.filter.ImpersonationMode.Subject;
import mortise.spi.authorization.AuthorizationRequest;

/**
 * Lets a request be done as somebody else, when the headers ask for it and its sender may do so. The sender is asked
 * about first with the verbs that allow no more than this request, then with the one that allows everything.
 */
public final class Impersonate implements Filter {

    private final Access access;

    /** Takes the modes that are asked. */
    public Impersonate(Modes modes) {
        this.access = new Access(modes);
    }

    @Override
    public void apply(ApiExchange exchange, Next next) {
        Map<String, List<String>> headers = exchange.wire().take(ImpersonationHeaders::isOne);
        ImpersonationHeaders.read(headers).ifPresent(wanted -> {
            ImpersonationMode mode = allowed(exchange, wanted);
            exchange.impersonate(mode.user(), mode.name().isEmpty() ? "" : mode.verb());
        });
        next.proceed(exchange);
    }

    private ImpersonationMode allowed(ApiExchange exchange, UserInfo wanted) {
        UserInfo sender = exchange.user();
        String authentication = "authentication." + exchange.plugins().apiDomain();
        // Whoever may do everything may do this request, too; nobody needs to be asked.
        boolean constrained = exchange.plugins().constrainedImpersonation()
                && !sender.groups().contains(UserInfo.MASTERS);
        List<ImpersonationMode> modes = constrained
                ? ImpersonationMode.constrained(sender, wanted, authentication) : List.of();
        for (ImpersonationMode mode : modes) {
            if (use(exchange, mode).isEmpty() && identity(exchange, mode).isEmpty()) {
                return mode;
            }
        }
        ImpersonationMode everything = ImpersonationMode.unconstrained(wanted, authentication);
        Optional<Refusal> refusal = identity(exchange, everything);
        if (refusal.isPresent()) {
            throw answer(exchange, modes, refusal.get());
        }
        return everything;
    }

    /** Whoever may be somebody, but not for this request, is told what is missing for it. */
    private ApiException answer(ApiExchange exchange, List<ImpersonationMode> modes, Refusal otherwise) {
        for (ImpersonationMode mode : modes) {
            Optional<Refusal> use = use(exchange, mode);
            if (use.isPresent() && identity(exchange, mode).isEmpty()) {
                return use.get().answer();
            }
        }
        return otherwise.answer();
    }

    private Optional<Refusal> use(ApiExchange exchange, ImpersonationMode mode) {
        AuthorizationRequest request = Access.request(exchange.user(), exchange.info(), exchange.query());
        return access.refusal(exchange, Access.withVerb(request, mode.verbFor(request.verb())));
    }

    private Optional<Refusal> identity(ApiExchange exchange, ImpersonationMode mode) {
        for (Subject subject : mode.identity()) {
            Optional<Refusal> refusal = access.refusal(exchange, question(exchange.user(), mode.verb(), subject));
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        return Optional.empty();
    }

    private static AuthorizationRequest question(UserInfo sender, String verb, Subject subject) {
        return new AuthorizationRequest(sender, verb, "", true, subject.group(), "v1", subject.resource(),
                subject.subresource(), subject.namespace(), subject.name(), LabelSelector.EVERYTHING,
                FieldSelector.EVERYTHING);
    }
}
