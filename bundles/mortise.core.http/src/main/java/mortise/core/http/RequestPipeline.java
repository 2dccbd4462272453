package mortise.core.http;

import java.util.List;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.Filter;

/** The filters in the order in which every request passes them. Immutable. */
final class RequestPipeline implements Filter.Next {

    /**
     * The order, with the reason for each place.
     *
     * <ol>
     * <li>{@code RequestId}: everything that follows, logs and errors included, can name the request.
     * <li>{@code Measure}: around all that takes time and all that answers.
     * <li>{@code PanicGuard}: whatever is thrown from here on becomes an answer.
     * <li>{@code ResolveRequestInfo}: all other filters decide by what the request is about; a hostile path ends here.
     * <li>{@code Deadline}: before the first step that may wait for somebody.
     * <li>{@code Audit}: before the first step that may refuse somebody, which is to be recorded.
     * <li>{@code Authenticate}: before the limits, which spare {@code system:masters}, and before any rights.
     * <li>{@code Impersonate}: before all that looks at rights, which are those of whom the request is done as.
     * <li>{@code MaxInFlight}: before the authorizers, which may be remote and are to be protected too.
     * <li>{@code Authorize}: before routing, so that nobody learns what exists without the right to it.
     * <li>{@code ResourceRouter}: the handler negotiates, decodes, calls the registry and writes the answer.
     * </ol>
     */
    static final List<String> ORDER = List.of(
            "RequestId",
            "Measure",
            "PanicGuard",
            "ResolveRequestInfo",
            "Deadline",
            "Audit",
            "Authenticate",
            "Impersonate",
            "MaxInFlight",
            "Authorize",
            "ResourceRouter");

    private final Filter.Next first;

    /**
     * Chains the filters.
     *
     * @throws IllegalArgumentException when they are not those of {@link #ORDER} in that order
     */
    RequestPipeline(List<Filter> filters) {
        List<String> names = filters.stream().map(filter -> filter.getClass().getSimpleName()).toList();
        if (!names.equals(ORDER)) {
            throw new IllegalArgumentException("the filters are " + names + " and should be " + ORDER);
        }
        Filter.Next rest = exchange -> {
            throw new IllegalStateException("the last filter passed the request on");
        };
        for (int i = filters.size() - 1; i >= 0; i--) {
            Filter filter = filters.get(i);
            Filter.Next next = rest;
            rest = exchange -> filter.apply(exchange, next);
        }
        first = rest;
    }

    @Override
    public void proceed(ApiExchange exchange) {
        first.proceed(exchange);
    }
}
