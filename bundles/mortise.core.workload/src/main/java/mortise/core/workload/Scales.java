package mortise.core.workload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.GroupVersionKind;
import mortise.core.schema.Cells;
import mortise.core.schema.FieldView;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.ObjectView;
import mortise.spi.group.SubresourceBehavior;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.Verb;
import org.jspecify.annotations.Nullable;

/**
 * The subresource {@code scale}: how many pods of a workload are wanted and are there, whatever the workload's kind.
 */
public final class Scales implements ObjectView {

    private static final GroupVersionKind SCALE = new GroupVersionKind("autoscaling", "v1", "Scale");
    private static final List<String> SHOWN_METADATA =
            List.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp");

    private Scales() {
    }

    /** Returns the subresource. {@code schema} is that of {@code autoscaling.v1.Scale}. */
    public static SubresourceDefinition subresource(ObjectSchema schema) {
        return new SubresourceDefinition("scale", SCALE, Set.of(Verb.GET, Verb.PATCH, Verb.UPDATE),
                new SubresourceBehavior.View(new Scales(), schema));
    }

    @Override
    public ApiObject read(ApiObject object) {
        ApiObject scale = ApiObject.ofKind(SCALE);
        Map<String, @Nullable Object> shown = scale.metadata().tree();
        Map<String, @Nullable Object> metadata = object.metadata().tree();
        for (String field : SHOWN_METADATA) {
            if (metadata.get(field) != null) {
                shown.put(field, metadata.get(field));
            }
        }
        long wanted = Cells.number(object, "spec", "replicas");
        var spec = new LinkedHashMap<String, @Nullable Object>();
        if (wanted != 0) {
            spec.put("replicas", wanted);
        }
        scale.tree().put("spec", spec);
        var status = new LinkedHashMap<String, @Nullable Object>();
        status.put("replicas", Cells.number(object, "status", "replicas"));
        String selector = selector(object.at("spec", "selector"));
        if (!selector.isEmpty()) {
            status.put("selector", selector);
        }
        scale.tree().put("status", status);
        return scale;
    }

    /** Replication controllers have labels where all others have a label selector. */
    private static String selector(@Nullable Object selector) {
        if (!(selector instanceof Map<?, ?> map) || map.isEmpty()) {
            return "";
        }
        boolean structured = map.containsKey("matchLabels") || map.containsKey("matchExpressions");
        return structured ? Cells.formatSelector(selector) : Cells.formatLabels(selector);
    }

    @Override
    public void write(ApiObject view, ApiObject object) {
        var errors = new ArrayList<FieldError>();
        FieldView replicas = FieldView.root(view, errors).at("spec", "replicas");
        replicas.nonNegative();
        if (!errors.isEmpty()) {
            throw ApiException.invalid(SCALE, object.metadata().name(), errors);
        }
        object.structAt("spec").put("replicas", replicas.number(0));
    }
}
