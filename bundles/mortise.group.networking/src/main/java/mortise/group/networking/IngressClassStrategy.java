package mortise.group.networking;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;

/** Ingress classes: which controller serves an ingress. The controller is fixed when the class is made. */
final class IngressClassStrategy implements ResourceStrategy {

    private static final int CONTROLLER_BYTES_MAX = 250;

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView spec = FieldView.root(object, errors).at("spec");
        FieldView controller = spec.at("controller");
        old.ifPresent(before -> controller.immutable(
                FieldView.root(before, errors).at("spec", "controller"), controller.text()));
        if (controller.isEmpty()) {
            controller.required("");
        } else {
            controller.bytesAtMost(CONTROLLER_BYTES_MAX);
            Checks.domainPrefixedPath(controller);
        }
        if (spec.at("parameters").present()) {
            parameters(spec.at("parameters"));
        }
        return errors;
    }

    private static void parameters(FieldView parameters) {
        References.typed(parameters);
        FieldView scope = parameters.at("scope");
        FieldView namespace = parameters.at("namespace");
        if (!scope.present()) {
            scope.required("");
        } else if (scope.isOneOf("Namespace")) {
            if (namespace.present()) {
                namespace.label();
            } else {
                namespace.required("`parameters.scope` is set to 'Namespace'");
            }
        } else if (!scope.isOneOf("Cluster")) {
            scope.notSupported("Cluster", "Namespace");
        } else if (namespace.present()) {
            namespace.forbidden("`parameters.scope` is set to 'Cluster'");
        }
    }
}
