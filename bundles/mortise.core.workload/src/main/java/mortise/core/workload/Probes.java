package mortise.core.workload;

import java.util.List;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;
import mortise.core.schema.Names;

/** Probes of containers, and what happens when they start and stop. */
final class Probes {

    private static final List<String> PROBE_HANDLERS = List.of("exec", "httpGet", "tcpSocket", "grpc");
    private static final List<String> LIFECYCLE_HANDLERS = List.of("exec", "httpGet", "tcpSocket", "sleep");

    private Probes() {
    }

    /** Checks lifecycle and probes; {@code gracePeriod} in seconds, the largest number when there is none. */
    static void ofContainer(FieldView container, long gracePeriod) {
        FieldView lifecycle = container.at("lifecycle");
        for (String moment : List.of("postStart", "preStop")) {
            if (lifecycle.has(moment)) {
                handler(lifecycle.at(moment), LIFECYCLE_HANDLERS, gracePeriod);
            }
        }
        once(container.at("livenessProbe"), gracePeriod);
        FieldView readiness = container.at("readinessProbe");
        if (readiness.present()) {
            probe(readiness, gracePeriod);
            if (readiness.has("terminationGracePeriodSeconds")) {
                readiness.at("terminationGracePeriodSeconds").invalid("must not be set for readinessProbes");
            }
        }
        once(container.at("startupProbe"), gracePeriod);
    }

    private static void once(FieldView probe, long gracePeriod) {
        if (probe.present()) {
            probe(probe, gracePeriod);
            FieldView successes = probe.at("successThreshold");
            if (successes.number(0) != 1) {
                successes.invalid(successes.number(0), "must be 1");
            }
        }
    }

    private static void probe(FieldView probe, long gracePeriod) {
        handler(probe, PROBE_HANDLERS, gracePeriod);
        for (String field : List.of("initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold",
                "failureThreshold")) {
            probe.at(field).nonNegative();
        }
        FieldView grace = probe.at("terminationGracePeriodSeconds");
        if (grace.present()) {
            grace.positive();
        }
    }

    private static void handler(FieldView handler, List<String> kinds, long gracePeriod) {
        boolean found = false;
        for (String kind : kinds) {
            if (!handler.has(kind)) {
                continue;
            }
            FieldView action = handler.at(kind);
            if (found) {
                action.forbidden("may not specify more than 1 handler type");
            } else {
                action(action, kind, gracePeriod);
            }
            found = true;
        }
        if (!found) {
            handler.required("must specify a handler type");
        }
    }

    private static void action(FieldView action, String kind, long gracePeriod) {
        switch (kind) {
            case "exec" -> {
                if (action.at("command").isEmpty()) {
                    action.at("command").required("");
                }
            }
            case "httpGet" -> httpGet(action);
            case "sleep" -> sleep(action, gracePeriod);
            default -> Checks.portOrName(action.at("port"));
        }
    }

    private static void httpGet(FieldView action) {
        action.at("path").requireText();
        Checks.portOrName(action.at("port"));
        action.at("scheme").oneOf("HTTP", "HTTPS");
        FieldView headers = action.at("httpHeaders");
        for (FieldView header : headers.items()) {
            headers.with(header.at("name").text()).check(Names::httpHeader);
        }
    }

    private static void sleep(FieldView action, long gracePeriod) {
        long seconds = action.at("seconds").number(0);
        if (gracePeriod != Long.MAX_VALUE && (seconds < 0 || seconds > gracePeriod)) {
            action.invalid(seconds,
                    "must be non-negative and less than terminationGracePeriodSeconds (" + gracePeriod + ")");
        }
    }
}
