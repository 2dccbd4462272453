package mortise.group.certificates;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.ObjectMeta;
import mortise.spi.group.StatusStrategy;
import mortise.spi.group.SubresourceDefinition;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a request, in two parts that different people write: whether it is approved, and the certificate. The
 * times of conditions are filled in when the writer left them out.
 */
final class RequestPartStrategy extends StatusStrategy {

    private static final String KIND = "CertificateSigningRequest";

    private final RequestRules rules;
    private final RequestRules.Path path;
    private final InstantSource clock;

    private RequestPartStrategy(RequestRules rules, RequestRules.Path path, InstantSource clock) {
        this.rules = rules;
        this.path = path;
        this.clock = clock;
    }

    static SubresourceDefinition approval(RequestRules rules, InstantSource clock) {
        SubresourceDefinition status = SubresourceDefinition.status(KIND);
        return new SubresourceDefinition("approval", status.kind(), status.verbs(),
                new RequestPartStrategy(rules, RequestRules.Path.APPROVAL, clock));
    }

    static SubresourceDefinition status(RequestRules rules, InstantSource clock) {
        return SubresourceDefinition.status(KIND, new RequestPartStrategy(rules, RequestRules.Path.STATUS, clock));
    }

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        super.prepareForUpdate(object, old);
        if (path == RequestRules.Path.APPROVAL) {
            keepAllButConditions(object, old);
        }
        setTimes(conditions(object), conditions(old));
    }

    private static void keepAllButConditions(ApiObject object, ApiObject old) {
        Object conditions = object.at("status", "conditions");
        if (old.tree().get("status") == null) {
            object.tree().remove("status");
        } else {
            object.tree().put("status", ApiObject.copy(old.tree().get("status")));
        }
        if (conditions != null) {
            object.structAt("status").put("conditions", conditions);
        } else if (object.at("status") instanceof Map<?, ?> status) {
            status.remove("conditions");
        }
    }

    private void setTimes(List<?> conditions, List<?> before) {
        String now = ObjectMeta.time(clock.instant());
        for (Object item : conditions) {
            if (item instanceof Map<?, ?>) {
                Map<String, @Nullable Object> condition = struct(item);
                condition.computeIfAbsent("lastUpdateTime", field -> now);
                condition.computeIfAbsent("lastTransitionTime", field -> transition(condition, before).orElse(now));
            }
        }
    }

    /** Returns when the condition came to be what it is, if it was that before. */
    private static Optional<String> transition(Map<String, @Nullable Object> condition, List<?> before) {
        for (Object item : before) {
            if (item instanceof Map<?, ?> was && Objects.equals(was.get("type"), condition.get("type"))
                    && Objects.equals(was.get("status"), condition.get("status"))
                    && was.get("lastTransitionTime") instanceof String time) {
                return Optional.of(time);
            }
        }
        return Optional.empty();
    }

    private static List<?> conditions(ApiObject request) {
        return request.at("status", "conditions") instanceof List<?> conditions ? conditions : List.of();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, @Nullable Object> struct(Object value) {
        return (Map<String, @Nullable Object>) value;
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        return rules.validate(object, old, path);
    }
}
