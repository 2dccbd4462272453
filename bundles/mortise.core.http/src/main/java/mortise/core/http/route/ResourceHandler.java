package mortise.core.http.route;

/** Does one verb. Stateless or thread-safe; called on the thread of the request, which it may block. */
interface ResourceHandler {

    /** Does the verb and answers. */
    void handle(ResourceCall call);
}
