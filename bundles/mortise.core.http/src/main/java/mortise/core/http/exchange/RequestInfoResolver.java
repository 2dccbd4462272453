package mortise.core.http.exchange;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import mortise.api.ApiException;
import mortise.api.FieldSelector;
import mortise.api.Syntax;

/** Computes {@link RequestInfo}. Pure. */
public final class RequestInfoResolver {

    private RequestInfoResolver() {
    }

    /**
     * Reads a request line.
     *
     * @throws ApiException 400 when the path cannot be decoded
     */
    public static RequestInfo resolve(String method, String rawPath, Query query) {
        String path = PercentDecoder.path(rawPath);
        List<String> segments = segments(path);
        boolean core = !segments.isEmpty() && segments.get(0).equals("api");
        boolean named = !segments.isEmpty() && segments.get(0).equals("apis");
        int resourceAt = core ? 2 : 3;
        if (!(core || named) || segments.size() <= resourceAt || hostile(segments)) {
            return plain(method, path);
        }
        String group = core ? "" : segments.get(1);
        String version = segments.get(resourceAt - 1);
        List<String> parts = segments.subList(resourceAt, segments.size());
        boolean watchPath = parts.get(0).equals("watch") && parts.size() > 1;
        if (watchPath) {
            parts = parts.subList(1, parts.size());
        }
        return resource(method, path, query, group, version, parts, watchPath);
    }

    private static RequestInfo plain(String method, String path) {
        return new RequestInfo(false, method.toLowerCase(Locale.ROOT), path, "", "", "", "", "", "", List.of(), false);
    }

    private static RequestInfo resource(
            String method, String path, Query query, String group, String version, List<String> all,
            boolean watchPath) {
        List<String> parts = all;
        String namespace = "";
        if (parts.get(0).equals("namespaces") && parts.size() > 1) {
            namespace = parts.get(1);
            if (parts.size() > 2 && !parts.get(2).equals("status") && !parts.get(2).equals("finalize")) {
                parts = parts.subList(2, parts.size());
            }
        }
        String name = parts.size() > 1 ? parts.get(1) : "";
        String verb = watchPath ? "watch" : verb(method, name, query);
        boolean reads = !watchPath && (verb.equals("list") || verb.equals("watch"));
        if (reads && name.isEmpty()) {
            name = selectedName(query);
        }
        return new RequestInfo(true, verb, path, group, version, namespace, parts.get(0),
                parts.size() > 2 ? parts.get(2) : "", name, parts, reads || verb.equals("deletecollection"));
    }

    private static String verb(String method, String name, Query query) {
        return switch (method) {
            case "GET" -> name.isEmpty() ? (query.flag("watch") ? "watch" : "list") : "get";
            // A HEAD request never streams.
            case "HEAD" -> name.isEmpty() ? "list" : "get";
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> name.isEmpty() ? "deletecollection" : "delete";
            case "OPTIONS" -> "options";
            // Whoever makes up a method must not choose the verb by that: LIST is not a way to list.
            default -> "";
        };
    }

    /** Returns the one name that the field selector allows, so that a rule for one object also allows to list it. */
    private static String selectedName(Query query) {
        String selector = query.first("fieldSelector");
        if (selector.isEmpty() || selector.indexOf("metadata.name") < 0) {
            return "";
        }
        try {
            String name = FieldSelector.parse(selector).requiredValue("metadata.name").orElse("");
            return Syntax.pathSegment(name).isPresent() ? "" : name;
        } catch (ApiException reportedByTheHandler) {
            return "";
        }
    }

    /** Splits a path; one slash at either end does not count. */
    private static List<String> segments(String path) {
        int start = path.startsWith("/") ? 1 : 0;
        int end = path.length() > start && path.endsWith("/") ? path.length() - 1 : path.length();
        var segments = new ArrayList<String>(8);
        while (start < end) {
            int slash = path.indexOf('/', start);
            slash = slash < 0 || slash > end ? end : slash;
            segments.add(path.substring(start, slash));
            start = slash + 1;
            if (start == end) {
                segments.add("");
            }
        }
        return segments;
    }

    /** Says whether a segment could mean another path to somebody who cleans paths. */
    private static boolean hostile(List<String> segments) {
        for (String segment : segments) {
            if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
                return true;
            }
        }
        return false;
    }
}
