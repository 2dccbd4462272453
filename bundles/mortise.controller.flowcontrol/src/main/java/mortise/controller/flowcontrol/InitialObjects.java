package mortise.controller.flowcontrol;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ErrorReason;
import mortise.api.GroupVersion;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.operations.ServerNames;

/**
 * Sees to it that the objects that flow control begins with are there. What is missing is created. A mandatory one gets
 * its spec back; a suggested one only as long as its annotation says so, or, without a usable annotation, as long as
 * nobody has ever changed its spec. The annotation is then made to say so.
 */
final class InitialObjects {

    /** Somebody else was faster; what they did comes as a change, and is looked at again. */
    private static final Set<ErrorReason> OVERTAKEN =
            Set.of(ErrorReason.ALREADY_EXISTS, ErrorReason.CONFLICT, ErrorReason.NOT_FOUND);
    private static final String FREE = "exempt";

    private final GroupVersion version;
    private final String annotation;
    private final List<Initial> all;
    private final Map<String, Initial> byPath = new HashMap<>();

    InitialObjects(ServerNames names) {
        version = version(names);
        annotation = "apf." + names.labelDomain() + "/autoupdate-spec";
        all = Initial.all(names.apiDomain());
        all.forEach(initial -> byPath.put(initial.resource() + "/" + initial.name(), initial));
    }

    static GroupVersion version(ServerNames names) {
        return new GroupVersion(names.group("flowcontrol.apiserver"), "v1");
    }

    List<Initial> all() {
        return all;
    }

    Optional<Initial> find(String resource, String name) {
        return Optional.ofNullable(byPath.get(resource + "/" + name));
    }

    /** Creates or mends one of them. */
    void ensure(ObjectAccess objects, Initial wanted) {
        Optional<ApiObject> found = objects.get(version, wanted.resource(), "", wanted.name());
        try {
            if (found.isEmpty()) {
                objects.create(version, wanted.resource(), made(wanted));
            } else if (found.get().metadata().deletionTimestamp().isEmpty() && mend(found.get(), wanted)) {
                objects.update(version, wanted.resource(), found.get());
            }
        } catch (ApiException failed) {
            if (!OVERTAKEN.contains(failed.status().reason())) {
                throw failed;
            }
        }
    }

    private ApiObject made(Initial wanted) {
        ApiObject made = ApiObject.ofKind(version.kind(wanted.kind()));
        made.metadata().setName(wanted.name());
        made.metadata().setAnnotation(annotation, "true");
        made.tree().put("spec", wanted.spec());
        return made.deepCopy();
    }

    /** Says whether anything had to be changed. */
    private boolean mend(ApiObject object, Initial wanted) {
        Optional<Boolean> told = told(object);
        boolean follows = told.orElse(object.metadata().generation() <= 1);
        boolean mine = wanted.mandatory() && !wanted.freeInside() || follows;
        boolean changed = false;
        if (told.isEmpty() || told.get() != mine) {
            object.metadata().setAnnotation(annotation, String.valueOf(mine));
            changed = true;
        }
        Map<String, Object> spec = wantedSpec(object, wanted, follows);
        if ((mine || wanted.mandatory()) && !spec.equals(object.at("spec"))) {
            object.tree().put("spec", ApiObject.copy(spec));
            changed = true;
        }
        return changed;
    }

    /** Of the level that is exempt, what it lends is the operator's. */
    private static Map<String, Object> wantedSpec(ApiObject object, Initial wanted, boolean follows) {
        Object theirs = object.at("spec", FREE);
        if (!wanted.freeInside() || follows || theirs == null) {
            return wanted.spec();
        }
        var spec = new HashMap<>(wanted.spec());
        spec.put(FREE, theirs);
        return spec;
    }

    private Optional<Boolean> told(ApiObject object) {
        return switch (object.metadata().annotations().getOrDefault(annotation, "")) {
            case "true", "True", "TRUE", "t", "T", "1" -> Optional.of(true);
            case "false", "False", "FALSE", "f", "F", "0" -> Optional.of(false);
            default -> Optional.empty();
        };
    }
}
