package mortise.spi.group;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import mortise.api.ApiObject;
import mortise.api.ObjectMeta;

/** Writing {@code status} changes nothing outside it, except labels, annotations and finalizers. */
final class StatusStrategy implements ResourceStrategy {

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        Object status = object.tree().get("status");
        ObjectMeta written = object.metadata();
        var tree = new LinkedHashMap<>(old.deepCopy().tree());
        var metadata = new ApiObject(tree).metadata();
        keepWritten(written, metadata);
        tree.remove("status");
        if (status != null) {
            tree.put("status", status);
        }
        object.tree().clear();
        object.tree().putAll(tree);
    }

    private static void keepWritten(ObjectMeta written, ObjectMeta metadata) {
        for (String field : new ArrayList<>(java.util.List.of(
                "labels", "annotations", "finalizers", "resourceVersion", "uid"))) {
            Object value = written.tree().get(field);
            if (value == null) {
                metadata.tree().remove(field);
            } else {
                metadata.tree().put(field, value);
            }
        }
    }
}
