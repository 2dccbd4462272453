package mortise.controller.flowcontrol;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ErrorReason;
import mortise.api.GroupVersion;
import mortise.api.ObjectMeta;
import mortise.spi.controller.ObjectAccess;

/** The condition of a flow schema that says whether its priority level is missing. */
final class Dangling {

    private static final String TYPE = "Dangling";

    private final GroupVersion version;
    private final InstantSource clock;

    Dangling(GroupVersion version, InstantSource clock) {
        this.version = version;
        this.clock = clock;
    }

    /** Says again of every schema that refers to a level whether it is there. */
    void sayOfAll(ObjectAccess objects, String level) {
        for (ApiObject schema : objects.list(version, Initial.SCHEMAS, "")) {
            if (level(schema).equals(level)) {
                say(objects, schema);
            }
        }
    }

    /** Says it of one schema, which is changed. */
    void say(ObjectAccess objects, ApiObject schema) {
        String level = level(schema);
        boolean found = objects.get(version, Initial.LEVELS, "", level).isPresent();
        Map<String, Object> condition = Specs.struct("type", TYPE, "status", found ? "False" : "True",
                "lastTransitionTime", ObjectMeta.time(clock.instant()),
                "reason", found ? "Found" : "NotFound",
                "message", "This FlowSchema references the PriorityLevelConfiguration object named \"" + level
                        + (found ? "\" and it exists" : "\" but there is no such object"));
        if (!put(schema, condition)) {
            return;
        }
        try {
            objects.update(version, Initial.SCHEMAS + "/status", schema);
        } catch (ApiException failed) {
            // Whoever was faster has made a change that comes here too.
            ErrorReason reason = failed.status().reason();
            if (reason != ErrorReason.CONFLICT && reason != ErrorReason.NOT_FOUND) {
                throw failed;
            }
        }
    }

    /** Says whether anything has changed. */
    private static boolean put(ApiObject schema, Map<String, Object> condition) {
        var conditions = new ArrayList<Object>();
        if (schema.at("status", "conditions") instanceof List<?> there) {
            conditions.addAll(there);
        }
        for (int at = 0; at < conditions.size(); at++) {
            if (conditions.get(at) instanceof Map<?, ?> other && TYPE.equals(other.get("type"))) {
                if (same(other, condition, "status")) {
                    condition.put("lastTransitionTime",
                            String.valueOf(other.get("lastTransitionTime")));
                }
                boolean told = same(other, condition, "status") && same(other, condition, "reason")
                        && same(other, condition, "message");
                conditions.set(at, condition);
                schema.structAt("status").put("conditions", conditions);
                return !told;
            }
        }
        conditions.add(condition);
        schema.structAt("status").put("conditions", conditions);
        return true;
    }

    private static boolean same(Map<?, ?> one, Map<?, ?> other, String field) {
        return String.valueOf(one.get(field)).equals(other.get(field));
    }

    private static String level(ApiObject schema) {
        return schema.textAt("spec", "priorityLevelConfiguration", "name");
    }
}
