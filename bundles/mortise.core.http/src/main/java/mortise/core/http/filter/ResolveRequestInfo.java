package mortise.core.http.filter;

import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.Filter;
import mortise.core.http.exchange.Query;
import mortise.core.http.exchange.RequestInfoResolver;

/** Finds out once what the request is about. */
public final class ResolveRequestInfo implements Filter {

    @Override
    public void apply(ApiExchange exchange, Next next) {
        Query query = Query.parse(exchange.wire().rawQuery());
        exchange.info(RequestInfoResolver.resolve(exchange.wire().method(), exchange.wire().rawPath(), query), query);
        next.proceed(exchange);
    }
}
