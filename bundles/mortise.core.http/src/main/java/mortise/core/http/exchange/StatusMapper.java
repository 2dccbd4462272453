package mortise.core.http.exchange;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.ApiStatus;
import mortise.api.ErrorCause;
import mortise.api.ErrorReason;
import mortise.core.codec.JsonEncoder;
import org.jspecify.annotations.Nullable;

/** The one place that makes a {@code Status} body. Pure. */
public final class StatusMapper {

    private StatusMapper() {
    }

    /** Returns a failure as compact JSON without a newline. */
    public static byte[] failure(ApiStatus status) {
        Map<String, @Nullable Object> tree = header("Failure");
        if (!status.continueToken().isEmpty()) {
            tree.put("metadata", Map.of("continue", status.continueToken()));
        }
        tree.put("message", status.message());
        putText(tree, "reason", status.reason().text());
        status.details().ifPresent(details -> tree.put("details", details(details)));
        tree.put("code", (long) status.code());
        return JsonEncoder.encode(tree);
    }

    /** Returns the answer to a deletion after which the object is gone, as compact JSON without a newline. */
    public static byte[] deleted(ApiStatus.Details what) {
        Map<String, @Nullable Object> tree = header("Success");
        tree.put("details", details(what));
        return JsonEncoder.encode(tree);
    }

    /** Returns the status for a request that asks for something that is not served. */
    public static ApiStatus noSuchResource() {
        return ApiStatus.of(ErrorReason.NOT_FOUND, "the server could not find the requested resource",
                ApiStatus.Details.of(List.of(), 0));
    }

    /** Returns the status for a method that the path does not have. */
    public static ApiStatus noSuchMethod() {
        return ApiStatus.of(ErrorReason.METHOD_NOT_ALLOWED,
                "the server does not allow this method on the requested resource", ApiStatus.Details.of(List.of(), 0));
    }

    private static Map<String, @Nullable Object> header(String outcome) {
        var tree = new LinkedHashMap<String, @Nullable Object>();
        tree.put("kind", "Status");
        tree.put("apiVersion", "v1");
        tree.put("metadata", Map.of());
        tree.put("status", outcome);
        return tree;
    }

    private static Map<String, @Nullable Object> details(ApiStatus.Details details) {
        var tree = new LinkedHashMap<String, @Nullable Object>();
        putText(tree, "name", details.name());
        putText(tree, "group", details.group());
        putText(tree, "kind", details.kind());
        putText(tree, "uid", details.uid());
        if (!details.causes().isEmpty()) {
            var causes = new ArrayList<@Nullable Object>();
            details.causes().forEach(cause -> causes.add(cause(cause)));
            tree.put("causes", causes);
        }
        if (details.retryAfterSeconds() > 0) {
            tree.put("retryAfterSeconds", (long) details.retryAfterSeconds());
        }
        return tree;
    }

    private static Map<String, @Nullable Object> cause(ErrorCause cause) {
        var tree = new LinkedHashMap<String, @Nullable Object>();
        putText(tree, "reason", cause.reason());
        putText(tree, "message", cause.message());
        putText(tree, "field", cause.field());
        return tree;
    }

    private static void putText(Map<String, @Nullable Object> tree, String field, String value) {
        if (!value.isEmpty()) {
            tree.put(field, value);
        }
    }
}
