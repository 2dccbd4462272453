package mortise.core.http.exchange;

/** One step on the way of every request. Stateless or thread-safe; called on the thread of the request. */
public interface Filter {

    /** Either passes the exchange on, once, or answers it, or throws. */
    void apply(ApiExchange exchange, Next next);

    /** The rest of the way. */
    interface Next {
        /** Goes on; returns when the rest is done. */
        void proceed(ApiExchange exchange);
    }
}
