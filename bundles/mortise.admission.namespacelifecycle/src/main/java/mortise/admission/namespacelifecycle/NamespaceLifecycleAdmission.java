package mortise.admission.namespacelifecycle;

import java.util.List;
import java.util.Set;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorCause;
import mortise.api.ErrorReason;
import mortise.api.GroupResource;
import mortise.api.GroupVersion;
import mortise.core.late.LateService;
import mortise.spi.admission.AdmissionDecision;
import mortise.spi.admission.AdmissionDecision.Refused;
import mortise.spi.admission.AdmissionProperties;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.admission.MutatingAdmission;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.controller.Presence;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/**
 * Refuses new objects in a namespace that is not there (404) or on its way out (403), and the deletion of the
 * namespaces that the server needs (403). Changes nothing: it is a mutating plug-in so that nobody works on an object
 * that has no place to be.
 */
@Component(
        name = "mortise.admission.namespacelifecycle",
        property = {
            AdmissionProperties.NAME + "=NamespaceLifecycle",
            AdmissionProperties.OPERATIONS + "=CREATE",
            AdmissionProperties.OPERATIONS + "=UPDATE",
            AdmissionProperties.OPERATIONS + "=DELETE"
        })
public final class NamespaceLifecycleAdmission implements MutatingAdmission {

    private static final GroupVersion V1 = new GroupVersion("", "v1");
    private static final String PLURAL = "namespaces";
    private static final GroupResource NAMESPACES = new GroupResource("", PLURAL);
    private static final Set<String> IMMORTAL = Set.of("default", "kube-system", "kube-public");
    /** Asks a question about a namespace, which may be one that is not there. */
    private static final String REVIEW_OF_ACCESS = "localsubjectaccessreviews";

    // The server gives access to objects once it has its plug-ins, so this one cannot wait for it.
    private final LateService<ObjectAccess> objects;

    /** Makes the plug-in. */
    @Activate
    public NamespaceLifecycleAdmission(BundleContext context) {
        this(LateService.of(context, ObjectAccess.class));
    }

    /** Makes the plug-in for tests. */
    NamespaceLifecycleAdmission(LateService<ObjectAccess> objects) {
        this.objects = objects;
    }

    @Override
    public AdmissionDecision admit(AdmissionRequest request) {
        if (request.resource().equals(NAMESPACES)) {
            return request.operation() == Operation.DELETE && IMMORTAL.contains(request.name())
                    ? AdmissionDecision.forbidden(request, "this namespace may not be deleted")
                    : AdmissionDecision.ADMITTED;
        }
        boolean writes = request.operation() == Operation.CREATE || request.operation() == Operation.UPDATE;
        if (!writes || request.namespace().isEmpty() || request.resource().resource().equals(REVIEW_OF_ACCESS)) {
            return AdmissionDecision.ADMITTED;
        }
        return inNamespace(request);
    }

    private AdmissionDecision inNamespace(AdmissionRequest request) {
        Presence namespace;
        try {
            namespace = objects.require().presence(V1, PLURAL, "", request.namespace());
        } catch (ApiException failed) {
            // Without namespaces being served there is nothing to check.
            return failed.status().reason() == ErrorReason.NOT_FOUND
                    ? AdmissionDecision.ADMITTED : new Refused(failed.status());
        }
        return switch (namespace) {
            case THERE -> AdmissionDecision.ADMITTED;
            case LEAVING -> request.operation() == Operation.CREATE
                    ? terminating(request) : AdmissionDecision.ADMITTED;
            case ABSENT -> new Refused(ApiException.notFound(NAMESPACES, request.namespace()).status());
        };
    }

    private static AdmissionDecision terminating(AdmissionRequest request) {
        String namespace = request.namespace();
        ApiStatus forbidden = ((Refused) AdmissionDecision.forbidden(request,
                "unable to create new content in namespace " + namespace + " because it is being terminated")).status();
        var cause = new ErrorCause(
                "NamespaceTerminating", "namespace " + namespace + " is being terminated", "metadata.namespace");
        return new Refused(new ApiStatus(forbidden.reason(), forbidden.message(), forbidden.details().map(about ->
                new ApiStatus.Details(about.name(), about.group(), about.kind(), "", List.of(cause), 0))));
    }

    @Deactivate
    void deactivate() {
        objects.close();
    }
}
