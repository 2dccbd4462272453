package mortise.group.networking;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import mortise.api.Syntax;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;
import mortise.core.schema.Names;
import mortise.spi.group.ResourceStrategy;

/** Ingresses: which requests from outside go to which service. */
final class IngressStrategy implements ResourceStrategy {

    /** What a path must not have, for a proxy could read it in more than one way. */
    private static final List<String> BAD_PARTS = List.of("//", "/./", "/../", "%2f", "%2F");
    private static final List<String> BAD_ENDS = List.of("/..", "/.");

    private final String classAnnotation;

    /** @param labelDomain domain of the annotation that named the class before there was a field for it */
    IngressStrategy(String labelDomain) {
        classAnnotation = labelDomain + "/ingress.class";
    }

    @Override
    public List<String> warnings(ApiObject object, Optional<ApiObject> old) {
        boolean annotated = object.metadata().annotations().containsKey(classAnnotation);
        return old.isEmpty() && annotated && object.at("spec", "ingressClassName") == null
                ? List.of("annotation \"" + classAnnotation
                        + "\" is deprecated, please use 'spec.ingressClassName' instead")
                : List.of();
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView spec = FieldView.root(object, errors).at("spec");
        if (spec.at("rules").isEmpty() && !spec.at("defaultBackend").present()) {
            spec.invalid(null, "either `defaultBackend` or `rules` must be specified");
        }
        if (spec.at("defaultBackend").present()) {
            backend(spec.at("defaultBackend"));
        }
        Optional<FieldView> before = old.map(was -> FieldView.root(was, new ArrayList<>()).at("spec"));
        boolean oldWildcards = before.filter(IngressStrategy::hasBadWildcardRule).isPresent();
        for (FieldView rule : spec.at("rules").items()) {
            rule(rule, oldWildcards);
        }
        boolean oldSecrets = before.filter(IngressStrategy::hasBadSecret).isPresent();
        spec.at("tls").items().forEach(tls -> tls(tls, oldSecrets));
        if (spec.at("ingressClassName").present()) {
            spec.at("ingressClassName").subdomain();
        }
        if (old.isEmpty()) {
            annotation(object, spec.at("ingressClassName"));
        }
        return errors;
    }

    private void annotation(ApiObject object, FieldView className) {
        String annotated = object.metadata().annotations().get(classAnnotation);
        if (annotated != null && className.present() && !annotated.equals(className.text())) {
            FieldView.of(FieldPath.of("annotations", classAnnotation), annotated, className.errors())
                    .invalid("must match `ingressClassName` when both are specified");
        }
    }

    /** What was let in before rules under wildcards were looked at stays as it is. */
    private static void rule(FieldView rule, boolean oldWildcards) {
        FieldView host = rule.at("host");
        if (!host.isEmpty()) {
            Checks.hostOrWildcard(host);
        }
        if (!(oldWildcards && host.text().contains("*")) && rule.at("http").present()) {
            http(rule.at("http"));
        }
    }

    private static void http(FieldView http) {
        FieldView paths = http.at("paths");
        if (paths.isEmpty()) {
            paths.required("");
        }
        paths.items().forEach(IngressStrategy::path);
    }

    private static void path(FieldView path) {
        FieldView type = path.at("pathType");
        FieldView text = path.at("path");
        switch (type.text()) {
            case "Exact", "Prefix" -> plain(text);
            case "ImplementationSpecific" -> {
                if (!text.isEmpty()) {
                    absolute(text);
                }
            }
            default -> {
                if (!type.present()) {
                    type.required("pathType must be specified");
                    return;
                }
                type.notSupported("Exact", "ImplementationSpecific", "Prefix");
            }
        }
        backend(path.at("backend"));
    }

    private static void plain(FieldView path) {
        absolute(path);
        for (String part : BAD_PARTS) {
            if (path.text().contains(part)) {
                path.invalid("must not contain '" + part + "'");
            }
        }
        for (String end : BAD_ENDS) {
            if (path.text().endsWith(end)) {
                path.invalid("cannot end with '" + end + "'");
            }
        }
    }

    private static void absolute(FieldView path) {
        if (!path.text().startsWith("/")) {
            path.invalid(path.text(), "must be an absolute path");
        }
    }

    private static void backend(FieldView backend) {
        boolean resource = backend.at("resource").present();
        boolean service = backend.at("service").present();
        if (resource && service) {
            backend.invalid("", "cannot set both resource and service backends");
        } else if (resource) {
            References.typed(backend.at("resource"));
        } else if (service) {
            service(backend);
        } else {
            backend.invalid("", "resource or service backend is required");
        }
    }

    private static void service(FieldView backend) {
        FieldView name = backend.at("service", "name");
        if (name.isEmpty()) {
            name.required("");
        } else {
            name.label();
        }
        FieldView portName = backend.at("service", "port", "name");
        FieldView number = backend.at("service", "port", "number");
        boolean numbered = number.number(0) != 0;
        if (numbered && !portName.isEmpty()) {
            backend.invalid("", "cannot set both port name & port number");
        } else if (numbered) {
            number.port();
        } else if (!portName.isEmpty()) {
            portName.checkAll(Names::portName);
        } else {
            backend.required("port name or number is required");
        }
    }

    private static void tls(FieldView tls, boolean oldSecrets) {
        for (FieldView host : tls.at("hosts").items()) {
            if (host.text().contains("*")) {
                host.checkAll(Names::wildcardSubdomain);
            } else {
                host.subdomain();
            }
        }
        FieldView secret = tls.at("secretName");
        if (!oldSecrets && !secret.isEmpty()) {
            secret.subdomain();
        }
    }

    private static boolean hasBadWildcardRule(FieldView spec) {
        return spec.at("rules").items().stream()
                .filter(rule -> rule.at("host").text().contains("*") && rule.at("http").present())
                .anyMatch(rule -> {
                    var errors = new ArrayList<FieldError>();
                    http(rule.at("http").reportingTo(errors));
                    return !errors.isEmpty();
                });
    }

    private static boolean hasBadSecret(FieldView spec) {
        return spec.at("tls").items().stream().map(tls -> tls.at("secretName"))
                .anyMatch(secret -> !secret.isEmpty() && Syntax.subdomain(secret.text()).isPresent());
    }
}
