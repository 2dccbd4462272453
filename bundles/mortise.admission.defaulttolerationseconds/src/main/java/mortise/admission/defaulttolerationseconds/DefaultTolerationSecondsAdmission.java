package mortise.admission.defaulttolerationseconds;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.GroupResource;
import mortise.api.JsonStruct;
import mortise.spi.admission.AdmissionDecision;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.admission.MutatingAdmission;
import mortise.spi.operations.ServerNames;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;

/** Adds a toleration for each of two taints that drive pods away, unless the pod has something to say about it. */
@Component(
        name = "mortise.admission.defaulttolerationseconds",
        property = MutatingAdmission.NAME + "=DefaultTolerationSeconds")
@Designate(ocd = DefaultTolerationSecondsConfig.class)
public final class DefaultTolerationSecondsAdmission implements MutatingAdmission {

    private static final GroupResource PODS = new GroupResource("", "pods");
    private static final String NO_EXECUTE = "NoExecute";
    private static final String TOLERATIONS = "tolerations";

    private final Map<String, Long> secondsByTaint = new LinkedHashMap<>();

    /**
     * Makes the plug-in.
     *
     * @throws IllegalArgumentException when a setting is negative, with its name
     */
    @Activate
    public DefaultTolerationSecondsAdmission(@Reference ServerNames names, DefaultTolerationSecondsConfig config) {
        this(names, config.default_not_ready_toleration_seconds(), config.default_unreachable_toleration_seconds());
    }

    /** Makes the plug-in for tests. */
    DefaultTolerationSecondsAdmission(ServerNames names, long notReadySeconds, long unreachableSeconds) {
        String prefix = "node." + names.labelDomain() + "/";
        secondsByTaint.put(prefix + "not-ready", checked("default.not.ready.toleration.seconds", notReadySeconds));
        secondsByTaint.put(prefix + "unreachable",
                checked("default.unreachable.toleration.seconds", unreachableSeconds));
    }

    private static long checked(String key, long seconds) {
        if (seconds < 0) {
            throw new IllegalArgumentException(key + ": is negative: " + seconds);
        }
        return seconds;
    }

    @Override
    public AdmissionDecision admit(AdmissionRequest request) {
        boolean mine = request.resource().equals(PODS) && request.subresource().isEmpty()
                && (request.operation() == Operation.CREATE || request.operation() == Operation.UPDATE);
        if (mine) {
            request.object().map(pod -> pod.tree().get("spec")).ifPresent(this::complete);
        }
        return AdmissionDecision.ADMITTED;
    }

    @SuppressWarnings("unchecked")
    private void complete(Object value) {
        // What an update has not looked into is as it was stored, after this was done to it.
        if (!(value instanceof Map<?, ?>) || JsonStruct.isUnread(value)) {
            return;
        }
        Map<String, @Nullable Object> spec = (Map<String, @Nullable Object>) value;
        Object present = spec.get(TOLERATIONS);
        if (present != null && !(present instanceof List<?>)) {
            return;
        }
        List<@Nullable Object> tolerations = present == null ? new ArrayList<>() : (List<@Nullable Object>) present;
        List<@Nullable Object> missing = new ArrayList<>();
        secondsByTaint.forEach((taint, seconds) -> {
            if (tolerations.stream().noneMatch(toleration -> isAbout(toleration, taint))) {
                missing.add(toleration(taint, seconds));
            }
        });
        if (!missing.isEmpty()) {
            tolerations.addAll(missing);
            spec.put(TOLERATIONS, tolerations);
        }
    }

    /** A toleration without a key or an effect is about all of them. */
    private static boolean isAbout(@Nullable Object toleration, String taint) {
        return toleration instanceof Map<?, ?> struct
                && isOneOf(struct.get("key"), taint) && isOneOf(struct.get("effect"), NO_EXECUTE);
    }

    private static boolean isOneOf(@Nullable Object value, String wanted) {
        return value == null || value.equals("") || value.equals(wanted);
    }

    private static Map<String, @Nullable Object> toleration(String taint, long seconds) {
        Map<String, @Nullable Object> toleration = new LinkedHashMap<>();
        toleration.put("key", taint);
        toleration.put("operator", "Exists");
        toleration.put("effect", NO_EXECUTE);
        toleration.put("tolerationSeconds", seconds);
        return toleration;
    }
}
