package mortise.group.batch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.core.schema.FieldView;
import org.jspecify.annotations.Nullable;

/** Structs of this group as messages show them: every field, with the names they have inside kube-apiserver. */
final class Shown {

    private Shown() {
    }

    static @Nullable Object successPolicy(FieldView policy) {
        return policy.present() ? struct("Rules", list(policy.at("rules"), rule -> struct(
                "SucceededIndexes", rule.at("succeededIndexes").value(),
                "SucceededCount", rule.at("succeededCount").value()))) : null;
    }

    static @Nullable Object failurePolicy(FieldView policy) {
        return policy.present() ? struct("Rules", list(policy.at("rules"), rule -> struct(
                "Action", rule.at("action").text(),
                "OnExitCodes", exitCodes(rule.at("onExitCodes")),
                "OnPodConditions", list(rule.at("onPodConditions"), pattern -> struct(
                        "Type", pattern.at("type").text(), "Status", pattern.at("status").text()))))) : null;
    }

    private static @Nullable Object exitCodes(FieldView codes) {
        return codes.present() ? struct(
                "ContainerName", codes.at("containerName").value(),
                "Operator", codes.at("operator").text(),
                "Values", codes.at("values").value()) : null;
    }

    static @Nullable Object uncounted(FieldView pods) {
        return pods.present() ? struct(
                "Succeeded", pods.at("succeeded").value(), "Failed", pods.at("failed").value()) : null;
    }

    private interface Show {
        @Nullable Object of(FieldView item);
    }

    private static @Nullable Object list(FieldView list, Show show) {
        if (!list.present()) {
            return null;
        }
        List<@Nullable Object> shown = new ArrayList<>();
        list.items().forEach(item -> shown.add(show.of(item)));
        return shown;
    }

    private static Map<String, @Nullable Object> struct(@Nullable Object... namesAndValues) {
        var struct = new LinkedHashMap<String, @Nullable Object>();
        for (int at = 0; at < namesAndValues.length; at += 2) {
            struct.put(String.valueOf(namesAndValues[at]), namesAndValues[at + 1]);
        }
        return struct;
    }
}
