package mortise.core.patch.apply;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import mortise.api.ApiObject;
import org.jspecify.annotations.Nullable;

/**
 * The annotation in which clients keep what they applied before servers could do it. It counts for the manager of those
 * clients only.
 */
final class LastApplied {

    private static final String MANAGER = "kubectl";
    private static final String METADATA = "metadata";
    private static final String ANNOTATIONS = "annotations";
    private static final String ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration";

    private LastApplied() {
    }

    static boolean isKeptBy(String manager) {
        return MANAGER.equals(manager);
    }

    /** Returns the fields that clients applied so and that nobody has changed since. */
    static FieldSet fields(Map<?, ?> live, String apiVersion, Shape shape) {
        String text = Versions.object(live).textAt(METADATA, ANNOTATIONS, ANNOTATION);
        if (text.isEmpty()) {
            return FieldSet.EMPTY;
        }
        try {
            if (!(JsonText.read(text, 0) instanceof Map<?, ?> last) || !apiVersion.equals(last.get("apiVersion"))) {
                return FieldSet.EMPTY;
            }
            FieldWalk.Outcome walk = FieldWalk.over(last, shape, true);
            if (!walk.mistakes().isEmpty()) {
                return FieldSet.EMPTY;
            }
            Difference.Fields changed = Difference.between(last, live, shape, false);
            return walk.fields().minus(changed.taken()).minus(changed.removed());
        } catch (JsonText.Malformed | ListItems.Unclear noObject) {
            return FieldSet.EMPTY;
        }
    }

    /** Brings the annotation of an object up to date, if it has one. */
    static void update(ApiObject object, ApiObject intent) {
        if (object.textAt(METADATA, ANNOTATIONS, ANNOTATION).isEmpty()) {
            return;
        }
        var text = new StringBuilder();
        JsonText.write(text, without(intent), true);
        text.append('\n');
        if (text.toString().getBytes(StandardCharsets.UTF_8).length > OwnershipLimits.LAST_APPLIED_BYTES_MAX) {
            annotations(object).remove(ANNOTATION);
        } else {
            annotations(object).put(ANNOTATION, text.toString());
        }
    }

    @SuppressWarnings("unchecked") // A tree has no other maps, and the annotation was found there.
    private static Map<String, @Nullable Object> annotations(ApiObject object) {
        return (Map<String, @Nullable Object>) object.metadata().tree().get(ANNOTATIONS);
    }

    private static Map<?, ?> without(ApiObject intent) {
        if (!(intent.at(METADATA) instanceof Map<?, ?> metadata)) {
            return intent.tree();
        }
        var kept = new LinkedHashMap<Object, @Nullable Object>(metadata);
        if (metadata.get(ANNOTATIONS) instanceof Map<?, ?> annotations) {
            var others = new LinkedHashMap<Object, @Nullable Object>(annotations);
            others.remove(ANNOTATION);
            kept.put(ANNOTATIONS, others);
        }
        var tree = new LinkedHashMap<Object, @Nullable Object>(intent.tree());
        tree.put(METADATA, kept);
        return tree;
    }
}
