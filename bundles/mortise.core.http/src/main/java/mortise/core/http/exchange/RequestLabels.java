package mortise.core.http.exchange;

import java.util.Locale;
import java.util.Set;

/**
 * What a request is counted as. Only what is served gets names of its own, so that nobody can make up new ones.
 *
 * @param verb {@code GET}, {@code LIST}, {@code WATCH}, {@code POST}, {@code PUT}, {@code PATCH}, {@code APPLY},
 *     {@code DELETE}, {@code DELETECOLLECTION}, {@code CONNECT} or {@code other}
 * @param group API group; empty for the core group and for paths that are no resources
 * @param version version in the path
 * @param resource plural name
 * @param subresource path below the object; the first segment of a path that is no resource
 * @param scope {@code resource}, {@code namespace} or {@code cluster}; empty for paths that are no resources
 * @param dryRun {@code All}, or empty
 */
public record RequestLabels(
        String verb, String group, String version, String resource, String subresource, String scope, String dryRun) {

    private static final Set<String> METHODS = Set.of("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE");
    private static final String ALL = "All";

    /** Returns those of a request that a resource was found for. */
    public static RequestLabels of(RequestInfo info, Query query, boolean connects, boolean applies) {
        String scope = !info.pathName().isEmpty() || info.verb().equals("create") ? "resource"
                : info.namespace().isEmpty() ? "cluster" : "namespace";
        return new RequestLabels(connects ? "CONNECT" : verb(info.verb(), applies), info.group(), info.version(),
                info.resource(), info.subresource(), scope, query.first("dryRun").equals(ALL) ? ALL : "");
    }

    /** Returns those of a request to a path that is no resource. */
    public static RequestLabels ofPath(String method, String path) {
        int end = path.indexOf('/', 1);
        return unserved(METHODS.contains(method) ? method : "other", end < 0 ? path : path.substring(0, end));
    }

    /** Returns those of a request that was turned away before it was known whether anybody serves it. */
    public static RequestLabels unserved(String method) {
        return unserved(METHODS.contains(method) ? method : "other", "");
    }

    /** Returns those of what is no resource. */
    public static RequestLabels unserved(String verb, String path) {
        return new RequestLabels(verb, "", "", "", path, "", "");
    }

    private static String verb(String verb, boolean applies) {
        return switch (verb) {
            case "create" -> "POST";
            case "update" -> "PUT";
            case "patch" -> applies ? "APPLY" : "PATCH";
            default -> verb.toUpperCase(Locale.ROOT);
        };
    }
}
