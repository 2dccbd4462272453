package mortise.core.workload;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mortise.core.schema.FieldView;
import mortise.core.schema.Names;

/** The containers of a pod: regular, init and ephemeral ones. */
final class Containers {

    /** What the containers of one pod are checked against. */
    record Context(Map<String, FieldView> volumes, Set<String> claims, FieldView spec) {

        long gracePeriod() {
            return spec.at("terminationGracePeriodSeconds").number(Long.MAX_VALUE);
        }

        boolean hostUsers() {
            return spec.at("hostUsers").flag(true);
        }
    }

    private static final int RESTART_RULES_MAX = 20;
    private static final int EXIT_CODES_MAX = 255;
    private static final String NOT_EPHEMERAL = "cannot be set for an Ephemeral Container";
    private static final String NOT_INIT = "may not be set for init containers without restartPolicy=Always";
    private static final List<String> FORBIDDEN_IN_EPHEMERAL = List.of("ports", "resources", "resizePolicy",
            "restartPolicy", "restartPolicyRules", "livenessProbe", "readinessProbe", "startupProbe", "lifecycle");

    private Containers() {
    }

    /** Returns all containers of a pod, in the order in which messages name them. */
    static List<FieldView> all(FieldView spec) {
        var all = new ArrayList<>(spec.at("initContainers").items());
        all.addAll(spec.at("containers").items());
        all.addAll(spec.at("ephemeralContainers").items());
        return all;
    }

    static void regular(FieldView containers, Context context) {
        if (containers.isEmpty()) {
            containers.required("");
            return;
        }
        Set<String> names = new HashSet<>();
        for (FieldView container : containers.items()) {
            common(container, context);
            if (!names.add(container.at("name").text())) {
                container.at("name").duplicate();
            }
            Probes.ofContainer(container, context.gracePeriod());
            restartPolicy(container);
        }
        hostPortConflicts(containers, containers.items());
    }

    private static void restartPolicy(FieldView container) {
        FieldView policy = container.at("restartPolicy");
        if (policy.present()) {
            policy.oneOf("Always", "Never", "OnFailure");
        }
        restartRules(container);
    }

    private static void restartRules(FieldView container) {
        FieldView rules = container.at("restartPolicyRules");
        if (rules.isEmpty()) {
            return;
        }
        if (!container.has("restartPolicy")) {
            container.at("restartPolicy").required("must specify restartPolicy when restart rules are used");
        }
        if (rules.size() > RESTART_RULES_MAX) {
            rules.tooMany(rules.size(), RESTART_RULES_MAX);
        }
        for (FieldView rule : rules.items()) {
            rule.at("action").oneOf("Restart");
            FieldView codes = rule.at("exitCodes");
            if (!codes.present()) {
                codes.required("must be specified");
                continue;
            }
            codes.at("operator").oneOf("In", "NotIn");
            if (codes.at("values").size() > EXIT_CODES_MAX) {
                codes.at("values").tooMany(codes.at("values").size(), EXIT_CODES_MAX);
            }
        }
    }

    static void init(FieldView containers, Context context) {
        Set<String> names = new HashSet<>();
        context.spec().at("containers").items().forEach(container -> names.add(container.at("name").text()));
        for (FieldView container : containers.items()) {
            common(container, context);
            FieldView policy = container.at("restartPolicy");
            if (policy.present()) {
                policy.oneOf("Always", "Never", "OnFailure");
            }
            FieldView name = container.at("name");
            if (names.contains(name.text())) {
                name.duplicate();
            } else if (!name.text().isEmpty()) {
                names.add(name.text());
            }
            // They run one after another, so each may have the ports of another.
            hostPortConflicts(containers, List.of(container));
            if (policy.isOneOf("Always")) {
                Probes.ofContainer(container, context.gracePeriod());
            } else {
                forbidProbes(container);
            }
            restartRules(container);
        }
    }

    private static void forbidProbes(FieldView container) {
        for (String field : List.of("lifecycle", "livenessProbe", "readinessProbe", "startupProbe")) {
            if (container.has(field)) {
                container.at(field).forbidden(NOT_INIT);
            }
        }
    }

    static void ephemeral(FieldView containers, Context context) {
        Set<String> others = new HashSet<>();
        context.spec().at("containers").items().forEach(container -> others.add(container.at("name").text()));
        context.spec().at("initContainers").items().forEach(container -> others.add(container.at("name").text()));
        Set<String> names = new HashSet<>(others);
        for (FieldView container : containers.items()) {
            common(container, context);
            imageWithoutSpace(container);
            if (!names.add(container.at("name").text())) {
                container.at("name").duplicate();
            }
            FieldView target = container.at("targetContainerName");
            if (!target.text().isEmpty() && !others.contains(target.text())) {
                target.notFound();
            }
            forbidInEphemeral(container);
        }
    }

    private static void forbidInEphemeral(FieldView container) {
        for (String field : FORBIDDEN_IN_EPHEMERAL) {
            if (!container.at(field).isEmpty() || container.has(field) && field.endsWith("Probe")) {
                container.at(field).forbidden(NOT_EPHEMERAL);
            }
        }
        for (FieldView mount : container.at("volumeMounts").items()) {
            for (String field : List.of("subPath", "subPathExpr")) {
                if (!mount.at(field).text().isEmpty()) {
                    mount.at(field).forbidden(NOT_EPHEMERAL);
                }
            }
        }
    }

    /** Checks what holds for the images of pods, but not of pod templates. */
    static void imageWithoutSpace(FieldView container) {
        FieldView image = container.at("image");
        if (!image.text().equals(image.text().strip())) {
            image.invalid("must not have leading or trailing whitespace");
        }
    }

    private static void common(FieldView container, Context context) {
        FieldView name = container.at("name");
        if (name.text().isEmpty()) {
            name.required("");
        } else {
            name.label();
        }
        container.at("image").requireText();
        FieldView message = container.at("terminationMessagePolicy");
        if (message.text().isEmpty()) {
            message.required("");
        } else {
            message.oneOf("File", "FallbackToLogsOnError");
        }
        ports(container.at("ports"));
        Environments.variables(container.at("env"), context.volumes());
        Environments.sources(container.at("envFrom"));
        Mounts.mounts(container, context.volumes());
        Mounts.devices(container, context.volumes());
        pullPolicy(container.at("imagePullPolicy"));
        Resources.ofContainer(container.at("resources"), context.claims());
        resizePolicy(container.at("resizePolicy"), context.spec().at("restartPolicy").text());
        SecurityContexts.ofContainer(container.at("securityContext"), context.hostUsers());
    }

    private static void ports(FieldView ports) {
        Set<String> names = new HashSet<>();
        for (FieldView port : ports.items()) {
            FieldView name = port.at("name");
            if (!name.text().isEmpty()) {
                List<String> wrong = Names.portName(name.text());
                wrong.forEach(name::invalid);
                if (wrong.isEmpty() && !names.add(name.text())) {
                    name.duplicate();
                }
            }
            if (port.at("containerPort").number(0) == 0) {
                port.at("containerPort").required("");
            } else {
                port.at("containerPort").port();
            }
            if (port.at("hostPort").number(0) != 0) {
                port.at("hostPort").port();
            }
            if (port.at("protocol").text().isEmpty()) {
                port.at("protocol").required("");
            } else {
                port.at("protocol").oneOf("SCTP", "TCP", "UDP");
            }
        }
    }

    private static void hostPortConflicts(FieldView list, List<FieldView> containers) {
        Set<String> taken = new HashSet<>();
        for (int index = 0; index < containers.size(); index++) {
            FieldView ports = containers.get(index).at("ports");
            // A container looked at alone counts as the first of its list.
            FieldView shown = ports.shownAt(list.path().index(index).child("ports"));
            for (FieldView port : shown.items()) {
                FieldView hostPort = port.at("hostPort");
                if (hostPort.number(0) == 0) {
                    continue;
                }
                String key = port.at("protocol").text() + "/" + port.at("hostIP").text() + "/" + hostPort.number(0);
                if (!taken.add(key)) {
                    hostPort.with(key).duplicate();
                }
            }
        }
    }

    static void pullPolicy(FieldView policy) {
        if (policy.text().isEmpty()) {
            policy.required("");
        } else {
            policy.oneOf("Always", "IfNotPresent", "Never");
        }
    }

    private static void resizePolicy(FieldView policies, String podRestartPolicy) {
        Set<String> names = new HashSet<>();
        for (FieldView policy : policies.items()) {
            FieldView name = policy.at("resourceName");
            FieldView restart = policy.at("restartPolicy");
            if (!names.add(name.text())) {
                policy.with(name.text()).duplicate();
            }
            choice(name.shownAt(policies.path()), "cpu", "memory");
            choice(restart.shownAt(policies.path()), "NotRequired", "RestartContainer");
            if (podRestartPolicy.equals("Never") && !restart.isOneOf("NotRequired")) {
                policies.invalid(restart.text(), "must be 'NotRequired' when `restartPolicy` is 'Never'");
            }
        }
    }

    private static void choice(FieldView value, String... supported) {
        if (value.text().isEmpty()) {
            value.required("");
        } else {
            value.oneOf(supported);
        }
    }
}
