package mortise.core.registry;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorCause;
import mortise.api.ErrorReason;
import mortise.api.GroupResource;
import mortise.core.cache.CacheEntry;

/** What callers are told about stored values that cannot be read. */
final class Corruption {

    /** So many of them are named in one answer. */
    private static final int NAMED_MAX = 100;

    private Corruption() {
    }

    /** 500 about one object. */
    static ApiException unreadable(CacheEntry entry) {
        String message = describe(entry);
        return new ApiException(ApiStatus.of(ErrorReason.INTERNAL_ERROR, "Internal error occurred: " + message,
                ApiStatus.Details.of(List.of(new ErrorCause("", message, "")), 0)));
    }

    /**
     * Throws 500 when there are any.
     *
     * @param prefix prefix of the keys of the resource
     */
    static void refuse(Iterator<CacheEntry> corrupt, GroupResource resource, String prefix) {
        if (!corrupt.hasNext()) {
            return;
        }
        var causes = new ArrayList<ErrorCause>();
        while (corrupt.hasNext() && causes.size() < NAMED_MAX) {
            CacheEntry entry = corrupt.next();
            causes.add(new ErrorCause("UnexpectedServerResponse", describe(entry), entry.key()));
        }
        if (corrupt.hasNext()) {
            causes.add(new ErrorCause("FieldValueTooMany", "too many errors, the list is truncated", ""));
        }
        throw new ApiException(new ApiStatus(ErrorReason.STORAGE_READ_ERROR,
                "failed to read one or more " + resource + " from the storage", Optional.of(new ApiStatus.Details(
                        prefix, resource.group(), resource.resource(), "", causes, 0))));
    }

    private static String describe(CacheEntry entry) {
        String key = entry.key().startsWith(KeyLayout.ROOT)
                ? entry.key().substring(KeyLayout.ROOT.length() - 1) : entry.key();
        return "StorageError: corrupt object, Code: 7, Key: " + key + ", ResourceVersion: 0, AdditionalErrorMsg: "
                + entry.corruption();
    }
}
