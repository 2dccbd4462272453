package mortise.group.authentication;

import java.time.InstantSource;
import java.util.LinkedHashMap;
import mortise.api.ApiObject;
import mortise.api.ObjectMeta;
import mortise.spi.group.ActionRequest;
import mortise.spi.group.VirtualObjects;
import org.jspecify.annotations.Nullable;

/** Tells callers who they are to the server. */
final class SelfSubjectReviews implements VirtualObjects {

    private final InstantSource clock;

    SelfSubjectReviews(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public ApiObject perform(ActionRequest request) {
        ApiObject review = request.body();
        review.metadata().setCreationTimestamp(ObjectMeta.time(clock.instant()));
        var status = new LinkedHashMap<String, @Nullable Object>();
        status.put("userInfo", Users.tree(request.user()));
        review.tree().put("status", status);
        return review;
    }
}
