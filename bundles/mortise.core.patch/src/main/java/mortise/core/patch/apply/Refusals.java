package mortise.core.patch.apply;

import java.util.Map;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;

/** What managers are told whose intent is not applied. Much of it is a 500 without a reason, as clients know it. */
final class Refusals {

    private Refusals() {
    }

    /** Refuses what no intent can be. */
    static void check(ApiObject intent, FieldWriter writer) {
        if (Owners.in(intent) != null) {
            throw ApiException.badRequest("metadata.managedFields must be nil");
        }
        if (!intent.apiVersion().equals(writer.apiVersion())) {
            throw unserved(intent, writer);
        }
    }

    static ApiException unserved(ApiObject intent, FieldWriter writer) {
        return ApiException.badRequest("Incorrect version specified in apply patch. Specified patch version: "
                + intent.apiVersion() + ", expected: " + writer.apiVersion());
    }

    static ApiException unreadable(JsonText.Malformed malformed) {
        return failed("failed to decode managed fields: " + malformed.getMessage());
    }

    static ApiException badIntent(ApiObject intent, FieldWalk.Outcome walk) {
        return failed("failed to create typed patch object (" + shown(intent) + "): " + walk.message());
    }

    static ApiException badLive(Map<?, ?> live, FieldWalk.Outcome walk) {
        return failed("failed to create typed live object (" + shown(Versions.object(live)) + "): " + walk.message());
    }

    private static String shown(ApiObject object) {
        String apiVersion = object.apiVersion();
        String groupVersion = apiVersion.indexOf('/') < 0 ? "/" + apiVersion : apiVersion;
        return object.textAt("metadata", "namespace") + "/" + object.textAt("metadata", "name") + "; " + groupVersion
                + ", Kind=" + object.kind();
    }

    private static ApiException failed(String message) {
        return new ApiException(ApiStatus.of(ErrorReason.UNKNOWN, message));
    }
}
