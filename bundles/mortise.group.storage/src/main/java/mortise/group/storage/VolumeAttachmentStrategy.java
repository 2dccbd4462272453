package mortise.group.storage;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.core.workload.InternalForm;
import mortise.spi.group.ResourceStrategy;
import org.jspecify.annotations.Nullable;

/** Volume attachments: the wish that a volume be attached to a node, which is fixed when it is made. */
final class VolumeAttachmentStrategy implements ResourceStrategy {

    private static final int ERROR_BYTES_MAX = 1024;

    @Override
    public void prepareForCreate(ApiObject object) {
        object.tree().remove("status");
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView root = FieldView.root(object, errors);
        FieldView spec = root.at("spec");
        Drivers.name(spec.at("attacher"));
        boolean inline = spec.at("source", "inlineVolumeSpec").present();
        boolean named = spec.at("source", "persistentVolumeName").present();
        if (!inline && !named) {
            spec.at("source").required("must specify exactly one of inlineVolumeSpec and persistentVolumeName");
        } else if (inline && named) {
            spec.at("source").forbidden("must specify exactly one of inlineVolumeSpec and persistentVolumeName");
        } else if (named && spec.at("source", "persistentVolumeName").isEmpty()) {
            spec.at("source", "persistentVolumeName").required("must specify non empty persistentVolumeName");
        }
        spec.at("nodeName").subdomain();
        for (String failure : List.of("attachError", "detachError")) {
            root.at("status", failure, "message").bytesAtMost(ERROR_BYTES_MAX);
        }
        old.ifPresent(before -> spec.immutable(
                FieldView.root(before, errors).at("spec"), shown(spec)));
        return errors;
    }

    /** Returns the spec with the member names that messages have always shown. */
    private static Map<String, @Nullable Object> shown(FieldView spec) {
        var source = new LinkedHashMap<String, @Nullable Object>();
        source.put("PersistentVolumeName", spec.at("source", "persistentVolumeName").value());
        source.put("InlineVolumeSpec",
                InternalForm.show("PersistentVolumeSpec", spec.at("source", "inlineVolumeSpec").value()));
        var shown = new LinkedHashMap<String, @Nullable Object>();
        shown.put("Attacher", spec.at("attacher").text());
        shown.put("Source", source);
        shown.put("NodeName", spec.at("nodeName").text());
        return shown;
    }
}
