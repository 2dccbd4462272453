package mortise.core.discovery.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A parameter of an operation.
 *
 * @param name its name
 * @param in {@code path} or {@code query}
 * @param type {@code string}, {@code integer} or {@code boolean}
 * @param description what it does
 * @param shared whether it is the same wherever it occurs
 */
record Parameter(String name, String in, String type, String description, boolean shared) {

    static final Parameter PRETTY = shared("pretty", "string",
            "true: indent the answer. Browsers and curl get it indented anyway.");
    static final Parameter NAMESPACE = new Parameter(
            "namespace", "path", "string", "Namespace of the objects.", true);
    static final Parameter REST = new Parameter("path", "path", "string", "Path below the object's server.", true);
    static final Parameter FORCE = shared("force", "boolean",
            "Apply only: take over fields that another manager has set, instead of failing.");

    private static final Parameter DRY_RUN = shared("dryRun", "string",
            "All: check everything and change nothing.");
    private static final Parameter LABEL_SELECTOR = shared("labelSelector", "string",
            "Only objects whose labels match, for example app=web,tier!=db.");
    private static final Parameter FIELD_SELECTOR = shared("fieldSelector", "string",
            "Only objects whose fields match, for example metadata.name=web.");
    private static final Parameter LIMIT = shared("limit", "integer",
            "How many objects to list at most; when there are more, metadata.continue is set.");
    private static final Parameter CONTINUE = shared("continue", "string",
            "The value of metadata.continue of the part before: go on from there.");
    private static final Parameter RESOURCE_VERSION = shared("resourceVersion", "string",
            "How recent the answer has to be, or where a watch begins. Unset: most recent.");
    private static final Parameter RESOURCE_VERSION_MATCH = shared("resourceVersionMatch", "string",
            "How to take resourceVersion in a list: Exact or NotOlderThan.");
    private static final Parameter SEND_INITIAL_EVENTS = shared("sendInitialEvents", "boolean",
            "Begin a watch with the objects that are there, and a bookmark behind them.");
    private static final Parameter TIMEOUT = shared("timeoutSeconds", "integer",
            "After how many seconds the request ends.");

    /** What every listing and watch takes. */
    static final List<Parameter> LISTING = List.of(
            shared("allowWatchBookmarks", "boolean", "Send bookmarks, from which a watch can go on later."),
            CONTINUE, FIELD_SELECTOR, LABEL_SELECTOR, LIMIT, RESOURCE_VERSION, RESOURCE_VERSION_MATCH,
            SEND_INITIAL_EVENTS, TIMEOUT,
            shared("watch", "boolean", "Tell changes as they happen instead of listing."));

    /** What creating and changing take. */
    static final List<Parameter> WRITING = List.of(
            DRY_RUN,
            shared("fieldManager", "string",
                    "Who changes the object: printable characters, at most 128. Apply needs it."),
            shared("fieldValidation", "string",
                    "What to do about unknown and duplicate fields: Ignore, Warn or Strict."));

    /** What deleting takes. */
    static final List<Parameter> DELETING = List.of(
            DRY_RUN,
            shared("gracePeriodSeconds", "integer", "Seconds until the object is gone; 0 means at once."),
            shared("ignoreStoreReadErrorWithClusterBreakingPotential", "boolean",
                    "Delete an object that cannot be read any more, without finalizers and preconditions."),
            shared("orphanDependents", "boolean", "Deprecated: use propagationPolicy."),
            shared("propagationPolicy", "string",
                    "What becomes of dependents: Orphan, Background or Foreground."));

    /** What a deletion of many takes besides. */
    static final List<Parameter> CHOOSING = List.of(
            CONTINUE, FIELD_SELECTOR, LABEL_SELECTOR, LIMIT, RESOURCE_VERSION, RESOURCE_VERSION_MATCH,
            SEND_INITIAL_EVENTS, TIMEOUT);

    private static final List<Parameter> STREAMS = List.of(
            query("container", "string", "Which container; needed when there are more."),
            query("stderr", "boolean", "Whether to pass on what it writes to standard error."),
            query("stdin", "boolean", "Whether to pass on what the client sends to standard input."),
            query("stdout", "boolean", "Whether to pass on what it writes to standard output."),
            query("tty", "boolean", "Whether to use a terminal."));

    private static final List<Parameter> LOG = List.of(
            query("container", "string", "Which container; needed when there are more."),
            query("follow", "boolean", "Go on while the container writes."),
            query("insecureSkipTLSVerifyBackend", "boolean", "Do not check who the node is."),
            query("limitBytes", "integer", "How many bytes to send at most."),
            query("previous", "boolean", "Of the container that ran before."),
            query("sinceSeconds", "integer", "Nothing older than so many seconds."),
            query("stream", "string", "Which stream: All, Stdout or Stderr."),
            query("tailLines", "integer", "How many of the last lines to send."),
            query("timestamps", "boolean", "Begin each line with its time."));

    private static final List<Parameter> PROXY = List.of(query("path", "string", "Path of the request to pass on."));

    /** What is known of the parameters of paths that pass requests on. */
    private static final Map<String, List<Parameter>> CONNECTING = Map.of(
            "attach", STREAMS, "exec", with(STREAMS, query("command", "string", "Command and arguments, one each.")),
            "log", LOG, "portforward", List.of(query("ports", "integer", "Ports to connect to.")), "proxy", PROXY);

    static Parameter name(String kind) {
        return new Parameter("name", "path", "string", "Name of the " + kind + ".", false);
    }

    /** Returns the parameters of a subresource that passes requests on. */
    static List<Parameter> connecting(String subresource) {
        return CONNECTING.getOrDefault(subresource, List.of());
    }

    static List<Parameter> with(List<Parameter> some, Parameter... more) {
        var all = new ArrayList<>(some);
        all.addAll(List.of(more));
        return all;
    }

    boolean required() {
        return in.equals("path");
    }

    private static Parameter shared(String name, String type, String description) {
        return new Parameter(name, "query", type, description, true);
    }

    private static Parameter query(String name, String type, String description) {
        return new Parameter(name, "query", type, description, false);
    }
}
