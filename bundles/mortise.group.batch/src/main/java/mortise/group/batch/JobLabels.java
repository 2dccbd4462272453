package mortise.group.batch;

import java.util.LinkedHashMap;
import java.util.Map;
import mortise.api.ApiObject;
import mortise.core.schema.FieldView;
import mortise.core.schema.LabelSelectors;
import org.jspecify.annotations.Nullable;

/**
 * The labels by which a job knows its pods: its UID and name, each under a key with a domain and under an older one
 * without. A job that brings its own selector has none of it.
 */
final class JobLabels {

    private static final String OLD_UID = "controller-uid";
    private static final String OLD_NAME = "job-name";

    private final String uidKey;
    private final String nameKey;

    /** @param labelDomain domain of the keys, for example {@code kubernetes.io} */
    JobLabels(String labelDomain) {
        uidKey = "batch." + labelDomain + "/" + OLD_UID;
        nameKey = "batch." + labelDomain + "/" + OLD_NAME;
    }

    /** Adds what is missing to a new job, which has its name and UID. */
    void generate(ApiObject job) {
        if (Boolean.TRUE.equals(job.at("spec", "manualSelector"))) {
            return;
        }
        String name = job.metadata().name();
        String uid = job.metadata().uid();
        Map<String, @Nullable Object> spec = job.structAt("spec");
        Map<String, @Nullable Object> labels = struct(struct(struct(spec, "template"), "metadata"), "labels");
        labels.putIfAbsent(OLD_NAME, name);
        labels.putIfAbsent(nameKey, name);
        labels.putIfAbsent(OLD_UID, uid);
        labels.putIfAbsent(uidKey, uid);
        // The UID alone tells the pods of one job from those of all others.
        struct(struct(spec, "selector"), "matchLabels").putIfAbsent(uidKey, uid);
    }

    private static Map<String, @Nullable Object> struct(Map<String, @Nullable Object> in, String field) {
        if (!(in.get(field) instanceof Map<?, ?>)) {
            in.put(field, new LinkedHashMap<String, @Nullable Object>());
        }
        return new ApiObject(in).structAt(field);
    }

    /** Checks that a new job has the labels that {@link #generate} would have given it. */
    void validate(FieldView job) {
        FieldView spec = job.at("spec");
        FieldView selector = spec.at("selector");
        if (spec.at("manualSelector").flag() || !selector.present()) {
            return;
        }
        String name = job.at("metadata", "name").text();
        String uid = job.at("metadata", "uid").text();
        if (uid.isEmpty()) {
            job.at("metadata", "uid").required("");
        }
        var expected = new LinkedHashMap<String, String>();
        expected.put(OLD_UID, uid);
        expected.put(OLD_NAME, name);
        expected.put(uidKey, uid);
        expected.put(nameKey, name);
        FieldView labels = spec.at("template", "metadata", "labels");
        expected.forEach((key, value) -> has(labels, key, value));
        if (isValid(selector) && !LabelSelectors.matches(selector, expected)) {
            selector.invalid("`selector` not auto-generated");
        }
    }

    private static void has(FieldView labels, String key, String expected) {
        FieldView label = labels.entry(key);
        if (!label.present()) {
            label.required("must be '" + expected + "'");
        } else if (!label.text().equals(expected)) {
            label.invalid(labels.value(), "must be '" + expected + "'");
        }
    }

    /** Says whether it can be found out what a selector selects. */
    static boolean isValid(FieldView selector) {
        return selector.at("matchExpressions").items().stream().allMatch(expression -> {
            boolean values = expression.at("values").size() > 0;
            return expression.at("operator").isOneOf("In", "NotIn") ? values
                    : expression.at("operator").isOneOf("Exists", "DoesNotExist") && !values;
        });
    }
}
