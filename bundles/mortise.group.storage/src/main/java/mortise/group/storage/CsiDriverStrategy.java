package mortise.group.storage;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;

/** Drivers for volumes. */
final class CsiDriverStrategy implements ResourceStrategy {

    private static final long TOKEN_SECONDS_MIN = 600;
    private static final long TOKEN_SECONDS_MAX = 1L << 32;

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView root = FieldView.root(object, errors);
        FieldView spec = root.at("spec");
        Drivers.name(root.at("metadata", "name"));
        for (String flag : List.of("attachRequired", "podInfoOnMount", "storageCapacity")) {
            if (!spec.at(flag).present()) {
                spec.at(flag).required("");
            }
        }
        spec.at("fsGroupPolicy").oneOf("File", "None", "ReadWriteOnceWithFSType");
        tokens(spec.at("tokenRequests"));
        spec.at("volumeLifecycleModes").items().forEach(mode -> mode.oneOf("Ephemeral", "Persistent"));
        old.ifPresent(before -> {
            FieldView was = FieldView.root(before, errors).at("spec");
            spec.at("attachRequired").immutable(was.at("attachRequired"));
            spec.at("volumeLifecycleModes").immutable(was.at("volumeLifecycleModes"));
        });
        return errors;
    }

    private static void tokens(FieldView requests) {
        var audiences = new HashSet<String>();
        for (FieldView request : requests.items()) {
            if (!audiences.add(request.at("audience").text())) {
                request.at("audience").duplicate();
            }
            FieldView seconds = request.at("expirationSeconds");
            if (seconds.present() && seconds.number(0) < TOKEN_SECONDS_MIN) {
                seconds.invalid("may not specify a duration less than 10 minutes");
            } else if (seconds.present() && seconds.number(0) > TOKEN_SECONDS_MAX) {
                seconds.invalid("may not specify a duration larger than 2^32 seconds");
            }
        }
    }
}
