package mortise.group.core;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import mortise.api.GroupResource;
import mortise.spi.group.ActionRequest;
import mortise.spi.group.ObjectAction;

/** Gives a pod its node, once. */
final class BindingAction implements ObjectAction {

    private static final GroupResource PODS = new GroupResource("", "pods");
    private static final GroupResource PATH = new GroupResource("", "pods/binding");

    private final InstantSource clock;

    BindingAction(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public ApiObject perform(ActionRequest request) {
        ApiObject binding = request.body();
        if (!binding.metadata().name().equals(request.name())) {
            throw ApiException.badRequest("name in URL does not match name in Binding object");
        }
        check(binding);
        ApiObject pod = request.object().orElseThrow();
        check(binding, pod);
        pod.structAt("spec").put("nodeName", binding.textAt("target", "name"));
        binding.metadata().annotations().forEach(pod.metadata()::setAnnotation);
        Map<String, String> labels = pod.metadata().labels();
        binding.metadata().labels().forEach((key, value) -> {
            if (!labels.containsKey(key)) {
                pod.metadata().setLabel(key, value);
            }
        });
        Conditions.set(pod.structAt("status"), "PodScheduled", "True", "", "", clock.instant())
                .putIfAbsent("lastProbeTime", null);
        return Answers.success();
    }

    /** Checks a binding without its pod. What is wrong with it is told as a mere message. */
    static void check(ApiObject binding) {
        List<FieldError> errors = new ArrayList<>();
        String kind = binding.textAt("target", "kind");
        if (!kind.isEmpty() && !kind.equals("Node")) {
            errors.add(FieldError.notSupported(FieldPath.of("target", "kind"), kind, List.of("Node", "<empty>")));
        }
        if (binding.textAt("target", "name").isEmpty()) {
            errors.add(FieldError.required(FieldPath.of("target", "name"), ""));
        }
        String message = errors.stream().map(FieldError::toString).collect(Collectors.joining(", "));
        if (!errors.isEmpty()) {
            throw Answers.failed(errors.size() > 1 ? "[" + message + "]" : message);
        }
    }

    /** Checks that a pod is to have a node, and has none. */
    static void check(ApiObject binding, ApiObject pod) {
        String name = pod.metadata().name();
        precondition(name, "UID", binding.metadata().uid(), pod.metadata().uid());
        precondition(name, "ResourceVersion", binding.metadata().resourceVersion(), pod.metadata().resourceVersion());
        String node = pod.textAt("spec", "nodeName");
        if (!pod.metadata().deletionTimestamp().isEmpty()) {
            throw ApiException.conflict(PATH, name,
                    "pod " + name + " is being deleted, cannot be assigned to a host");
        }
        if (!node.isEmpty()) {
            throw ApiException.conflict(PATH, name, "pod " + name + " is already assigned to node \"" + node + "\"");
        }
        if (pod.at("spec", "schedulingGates") instanceof List<?> gates && !gates.isEmpty()) {
            throw ApiException.conflict(PATH, name, "pod " + name + " has non-empty .spec.schedulingGates");
        }
    }

    private static void precondition(String name, String what, String wanted, String is) {
        if (!wanted.isEmpty() && !wanted.equals(is)) {
            throw ApiException.conflict(PODS, name,
                    "Precondition failed: " + what + " in precondition: " + wanted + ", " + what + " in object meta: "
                    + is);
        }
    }
}
