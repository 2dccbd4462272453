package mortise.admission.taintnodesbycondition;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.ApiObject;
import mortise.api.GroupResource;
import mortise.spi.admission.AdmissionDecision;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.admission.MutatingAdmission;
import mortise.spi.operations.ServerNames;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Gives new nodes the taint that a controller takes away once they are ready. Never blocks. */
@Component(
        name = "mortise.admission.taintnodesbycondition",
        property = MutatingAdmission.NAME + "=TaintNodesByCondition")
public final class TaintNodesByConditionAdmission implements MutatingAdmission {

    private static final GroupResource NODES = new GroupResource("", "nodes");
    private static final String EFFECT = "NoSchedule";

    private final String key;

    /** Makes the plug-in. */
    @Activate
    public TaintNodesByConditionAdmission(@Reference ServerNames names) {
        key = "node." + names.labelDomain() + "/not-ready";
    }

    @Override
    public AdmissionDecision admit(AdmissionRequest request) {
        if (request.operation() == Operation.CREATE && request.resource().equals(NODES)
                && request.subresource().isEmpty()) {
            request.object().ifPresent(this::taint);
        }
        return AdmissionDecision.ADMITTED;
    }

    @SuppressWarnings("unchecked")
    private void taint(ApiObject node) {
        Object spec = node.tree().get("spec");
        if (spec != null && !(spec instanceof Map<?, ?>)) {
            return;
        }
        Map<String, @Nullable Object> fields = node.structAt("spec");
        Object present = fields.get("taints");
        if (present == null) {
            fields.put("taints", new ArrayList<>(List.of(notReady())));
        } else if (present instanceof List<?> taints && taints.stream().noneMatch(this::isNotReady)) {
            ((List<@Nullable Object>) taints).add(notReady());
        }
    }

    private boolean isNotReady(@Nullable Object taint) {
        return taint instanceof Map<?, ?> struct && key.equals(struct.get("key"))
                && EFFECT.equals(struct.get("effect"));
    }

    private Map<String, @Nullable Object> notReady() {
        Map<String, @Nullable Object> taint = new LinkedHashMap<>();
        taint.put("key", key);
        taint.put("effect", EFFECT);
        return taint;
    }
}
