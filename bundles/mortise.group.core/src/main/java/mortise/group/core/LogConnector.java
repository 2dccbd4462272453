package mortise.group.core;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import mortise.api.GroupVersionKind;
import mortise.spi.group.ActionRequest;
import mortise.spi.group.Connector;

/** What a container has written, which its node knows. */
final class LogConnector implements Connector {

    private static final List<String> FLAGS = List.of("follow", "previous", "timestamps");
    private static final List<String> NUMBERS = List.of("sinceSeconds", "tailLines", "limitBytes");
    private static final String SINCE = "sinceTime";

    private final Kubelets kubelets;

    LogConnector(Kubelets kubelets) {
        this.kubelets = kubelets;
    }

    @Override
    public Target target(ActionRequest request, String rest) {
        ApiObject pod = request.object().orElseThrow();
        var asked = new Parameters();
        request.query().forEach(asked::add);
        check(asked, request.name());
        String container = ContainerNames.choose(pod, asked.text("container"));
        Kubelets.Place place = kubelets.of(pod);
        String path = "/containerLogs/" + pod.metadata().namespace() + "/" + pod.metadata().name() + "/"
                + Places.encode(container) + passedOn(asked).query();
        // A query of its own, or that of the request would be appended.
        String full = path.indexOf('?') < 0 ? path + "?" : path;
        return new Target(Places.uri("https", place.host(), place.port(), full), false,
                !asked.flag("insecureSkipTLSVerifyBackend"));
    }

    private static Parameters passedOn(Parameters asked) {
        var passed = new Parameters();
        FLAGS.stream().filter(asked::flag).forEach(name -> passed.add(name, "true"));
        NUMBERS.forEach(name -> asked.number(name).ifPresent(number -> passed.add(name, Long.toString(number))));
        if (!asked.text(SINCE).isEmpty()) {
            passed.add(SINCE, asked.text(SINCE));
        }
        return passed;
    }

    private static void check(Parameters asked, String name) {
        var errors = new ArrayList<FieldError>();
        OptionalLong tail = asked.number("tailLines");
        if (tail.orElse(0) < 0) {
            errors.add(FieldError.invalid(
                    FieldPath.of("tailLines"), tail.getAsLong(), "must be greater than or equal to 0"));
        }
        positive(asked, "limitBytes", errors);
        boolean since = !asked.text(SINCE).isEmpty();
        if (since && asked.number("sinceSeconds").isPresent()) {
            errors.add(FieldError.forbidden(
                    FieldPath.of(""), "at most one of `sinceTime` or `sinceSeconds` may be specified"));
        } else {
            positive(asked, "sinceSeconds", errors);
        }
        if (!errors.isEmpty()) {
            throw ApiException.invalid(new GroupVersionKind("", "v1", "PodLogOptions"), name, errors);
        }
    }

    private static void positive(Parameters asked, String name, List<FieldError> errors) {
        OptionalLong number = asked.number(name);
        if (number.orElse(1) < 1) {
            errors.add(FieldError.invalid(FieldPath.of(name), number.getAsLong(), "must be greater than 0"));
        }
    }
}
