package mortise.group.events;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;

/**
 * Events written here follow the newer rules: they say who reports what happened to whom and when, and what they say
 * does not change, except how often it was seen. Errors name the fields as they are stored.
 */
final class EventStrategy implements ResourceStrategy {

    private static final int TEXT_MAX = 128;
    private static final int NOTE_MAX = 1024;
    private static final List<String> FIXED = List.of("involvedObject", "reason", "message", "source",
            "firstTimestamp", "lastTimestamp", "count", "reportingComponent", "reportingInstance", "action", "type",
            "related", "eventTime");

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView root = FieldView.root(object, errors);
        namespace(root);
        if (old.isPresent()) {
            // What an older reporter left out stays left out.
            FieldView before = FieldView.root(old.get(), errors);
            FIXED.forEach(field -> root.at(field).immutable(before.at(field)));
        } else {
            required(root);
            unset(root);
        }
        return errors;
    }

    private static void namespace(FieldView root) {
        String namespace = root.at("metadata", "namespace").text();
        String regarding = root.at("involvedObject", "namespace").text();
        boolean fits = regarding.isEmpty() ? namespace.equals("default") || namespace.equals("kube-system")
                : regarding.equals(namespace);
        if (!fits) {
            root.at("involvedObject", "namespace").invalid(regarding, "does not match event.namespace");
        }
    }

    private static void required(FieldView root) {
        if (root.at("eventTime").isEmpty()) {
            root.at("eventTime").required("");
        }
        FieldView controller = root.at("reportingComponent");
        if (controller.isEmpty()) {
            root.at("reportingController").required("");
        } else {
            controller.shownAt(root.at("reportingController").path()).qualifiedName();
        }
        limited(root.at("reportingInstance"));
        limited(root.at("action"));
        limited(root.at("reason"));
        if (root.at("message").text().length() > NOTE_MAX) {
            root.at("message").invalid("", "can have at most " + NOTE_MAX + " characters");
        }
        if (!root.at("type").isOneOf("Normal", "Warning")) {
            root.at("type").invalid(root.at("type").text(), "has invalid value: " + root.at("type").text());
        }
        FieldView series = root.at("series");
        if (series.present()) {
            if (series.at("count").number(0) < 2) {
                series.at("count").invalid("should be at least 2");
            }
            if (series.at("lastObservedTime").isEmpty()) {
                series.at("lastObservedTime").required("");
            }
        }
    }

    private static void limited(FieldView text) {
        if (text.isEmpty()) {
            text.required("");
        } else if (text.text().length() > TEXT_MAX) {
            text.invalid("can have at most " + TEXT_MAX + " characters");
        }
    }

    /** What only older reporters set must not be set here. */
    private static void unset(FieldView root) {
        for (String field : List.of("firstTimestamp", "lastTimestamp")) {
            if (!root.at(field).isEmpty()) {
                root.at(field).invalid("needs to be unset");
            }
        }
        if (root.at("count").number(0) != 0) {
            root.at("count").invalid("needs to be unset");
        }
        if (!root.at("source", "component").isEmpty() || !root.at("source", "host").isEmpty()) {
            root.at("source").invalid("needs to be unset");
        }
    }
}
