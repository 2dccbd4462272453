package mortise.admission.priority;

import java.util.Map;
import java.util.Optional;
import mortise.admission.priority.PriorityClasses.PriorityClass;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.GroupResource;
import mortise.api.JsonStruct;
import mortise.core.late.LateService;
import mortise.spi.admission.AdmissionDecision;
import mortise.spi.admission.AdmissionDecision.Refused;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.admission.MutatingAdmission;
import mortise.spi.admission.ValidatingAdmission;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.operations.ServerNames;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Gives pods the priority of their class, keeps the class of all others the only one, and those of the system. */
@Component(
        name = "mortise.admission.priority",
        property = MutatingAdmission.NAME + "=Priority")
public final class PriorityAdmission implements MutatingAdmission, ValidatingAdmission {

    private static final GroupResource PODS = new GroupResource("", "pods");
    private static final String CLASS_NAME = "priorityClassName";
    private static final String PRIORITY = "priority";
    private static final String POLICY = "preemptionPolicy";

    // The server gives access to objects once it has its plug-ins, so this one cannot wait for it.
    private final LateService<ObjectAccess> objects;
    private final GroupResource classResource;
    private final PriorityClasses classes;

    /** Makes the plug-in. */
    @Activate
    public PriorityAdmission(@Reference ServerNames names, BundleContext context) {
        this(names, LateService.of(context, ObjectAccess.class));
    }

    /** Makes the plug-in for tests. */
    PriorityAdmission(ServerNames names, ObjectAccess objects) {
        this(names, LateService.given(() -> objects));
    }

    private PriorityAdmission(ServerNames names, LateService<ObjectAccess> objects) {
        this.objects = objects;
        String group = names.group("scheduling");
        classResource = new GroupResource(group, PriorityClasses.RESOURCE);
        classes = new PriorityClasses(group, objects::require);
    }

    @Override
    public AdmissionDecision admit(AdmissionRequest request) {
        Optional<Map<String, @Nullable Object>> spec = request.object().flatMap(PriorityAdmission::spec);
        if (!request.resource().equals(PODS) || !request.subresource().isEmpty() || spec.isEmpty()) {
            return AdmissionDecision.ADMITTED;
        }
        if (request.operation() == Operation.UPDATE) {
            request.oldObject().flatMap(PriorityAdmission::spec).ifPresent(old -> keep(spec.get(), old));
            return AdmissionDecision.ADMITTED;
        }
        return request.operation() == Operation.CREATE ? create(request, spec.get()) : AdmissionDecision.ADMITTED;
    }

    /** Clients from before these fields leave them out when they update. */
    private static void keep(Map<String, @Nullable Object> spec, Map<String, @Nullable Object> old) {
        if (JsonStruct.areUnread(spec, old)) {
            return;
        }
        for (String field : new String[] {PRIORITY, POLICY}) {
            Object before = old.get(field);
            if (before != null) {
                spec.putIfAbsent(field, before);
            }
        }
    }

    private AdmissionDecision create(AdmissionRequest request, Map<String, @Nullable Object> spec) {
        String name = spec.get(CLASS_NAME) instanceof String given ? given : "";
        Optional<PriorityClass> found;
        try {
            found = name.isEmpty() ? Optional.of(classes.ofTheRest()) : classes.find(name);
        } catch (ApiException failed) {
            return new Refused(failed.status());
        }
        return found.map(wanted -> apply(request, wanted, spec)).orElseGet(() ->
                AdmissionDecision.forbidden(request, "no PriorityClass with name " + name + " was found"));
    }

    private static AdmissionDecision apply(
            AdmissionRequest request, PriorityClass wanted, Map<String, @Nullable Object> spec) {
        Object priority = spec.get(PRIORITY);
        if (priority != null && !priority.equals(wanted.value())) {
            return AdmissionDecision.forbidden(request, "the integer value of priority (" + priority
                    + ") must not be provided in pod spec; priority admission controller computed " + wanted.value()
                    + " from the given PriorityClass name");
        }
        Object policy = spec.get(POLICY);
        if (policy != null && !policy.equals(wanted.preemptionPolicy())) {
            return AdmissionDecision.forbidden(request, "the string value of PreemptionPolicy (" + policy
                    + ") must not be provided in pod spec; priority admission controller computed "
                    + wanted.preemptionPolicy() + " from the given PriorityClass name");
        }
        if (!wanted.name().isEmpty()) {
            spec.put(CLASS_NAME, wanted.name());
        }
        spec.put(PRIORITY, wanted.value());
        spec.put(POLICY, wanted.preemptionPolicy());
        return AdmissionDecision.ADMITTED;
    }

    @Override
    public AdmissionDecision validate(AdmissionRequest request) {
        if (!request.resource().equals(classResource)) {
            return AdmissionDecision.ADMITTED;
        }
        if (request.operation() == Operation.DELETE && PriorityClasses.isBuiltIn(request.name())) {
            return AdmissionDecision.forbidden(request, "this is a system priority class and cannot be deleted");
        }
        boolean global = request.object()
                .filter(object -> Boolean.TRUE.equals(object.tree().get("globalDefault"))).isPresent();
        return global ? only(request) : AdmissionDecision.ADMITTED;
    }

    private AdmissionDecision only(AdmissionRequest request) {
        try {
            return classes.otherGlobal(request.name())
                    .map(other -> AdmissionDecision.forbidden(request, "PriorityClass " + other
                            + " is already marked as default. Only one default can exist"))
                    .orElse(AdmissionDecision.ADMITTED);
        } catch (ApiException failed) {
            return new Refused(failed.status());
        }
    }

    @SuppressWarnings("unchecked")
    private static Optional<Map<String, @Nullable Object>> spec(ApiObject pod) {
        return pod.tree().get("spec") instanceof Map<?, ?> spec
                ? Optional.of((Map<String, @Nullable Object>) spec) : Optional.empty();
    }

    @Deactivate
    void deactivate() {
        objects.close();
    }
}
