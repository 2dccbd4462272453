package mortise.group.core;

import java.util.LinkedHashMap;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import org.jspecify.annotations.Nullable;

/** What actions and connectors answer. */
final class Answers {

    private static final long CREATED = 201;

    private Answers() {
    }

    /** Returns the answer of an action that has been done. */
    static ApiObject success() {
        var status = new LinkedHashMap<String, @Nullable Object>();
        status.put("kind", "Status");
        status.put("apiVersion", "v1");
        status.put("metadata", new LinkedHashMap<String, @Nullable Object>());
        status.put("status", "Success");
        status.put("code", CREATED);
        return new ApiObject(status);
    }

    /** 500 without a reason, which is how these paths have always answered what nobody had a word for. */
    static ApiException failed(String message) {
        return new ApiException(ApiStatus.of(ErrorReason.UNKNOWN, message));
    }

    static ApiException unavailable(String message) {
        return new ApiException(ApiStatus.of(ErrorReason.SERVICE_UNAVAILABLE, message));
    }
}
