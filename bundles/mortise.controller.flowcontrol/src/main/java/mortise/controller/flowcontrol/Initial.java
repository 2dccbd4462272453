package mortise.controller.flowcontrol;

import static mortise.controller.flowcontrol.Specs.accounts;
import static mortise.controller.flowcontrol.Specs.anywhere;
import static mortise.controller.flowcontrol.Specs.both;
import static mortise.controller.flowcontrol.Specs.everything;
import static mortise.controller.flowcontrol.Specs.groups;
import static mortise.controller.flowcontrol.Specs.limited;
import static mortise.controller.flowcontrol.Specs.queued;
import static mortise.controller.flowcontrol.Specs.reading;
import static mortise.controller.flowcontrol.Specs.resources;
import static mortise.controller.flowcontrol.Specs.rule;
import static mortise.controller.flowcontrol.Specs.schema;
import static mortise.controller.flowcontrol.Specs.struct;
import static mortise.controller.flowcontrol.Specs.undivided;
import static mortise.controller.flowcontrol.Specs.users;

import java.util.List;
import java.util.Map;

/**
 * One of the objects that flow control begins with.
 *
 * @param resource plural name of its resource
 * @param kind its kind
 * @param name its name
 * @param mandatory whether nobody may have it otherwise; the others are suggestions
 * @param spec what it says, with defaults set
 */
record Initial(String resource, String kind, String name, boolean mandatory, Map<String, Object> spec) {

    static final String LEVELS = "prioritylevelconfigurations";
    static final String SCHEMAS = "flowschemas";
    static final String EXEMPT = "exempt";

    private static final String CATCH_ALL = "catch-all";
    private static final String GLOBAL_DEFAULT = "global-default";
    private static final String ELECTION = "leader-election";
    private static final String HIGH = "workload-high";
    private static final String LOW = "workload-low";
    private static final String MANAGER = "system:kube-controller-manager";
    private static final String SCHEDULER = "system:kube-scheduler";
    private static final String NODES = "system:nodes";
    private static final List<String> ELECTING = List.of("get", "create", "update");

    /** Whether its annotation, rather than this bundle, decides about a part of it. */
    boolean freeInside() {
        return resource.equals(LEVELS) && name.equals(EXEMPT);
    }

    /** Returns all of them, levels first; {@code api} is the domain of the names of built-in groups. */
    static List<Initial> all(String api) {
        String leases = "coordination." + api;
        List<Map<String, Object>> everybody = groups("system:unauthenticated", "system:authenticated");
        return List.of(
                mandatoryLevel(EXEMPT, struct("type", "Exempt",
                        "exempt", struct("nominalConcurrencyShares", 0L, "lendablePercent", 0L))),
                mandatoryLevel(CATCH_ALL, limited(5, 0, struct("type", "Reject"))),
                level("system", queued(30, 33, 64, 6)),
                level("node-high", queued(40, 25, 64, 6)),
                level(ELECTION, queued(10, 0, 16, 4)),
                level(HIGH, queued(40, 50, 128, 6)),
                level(LOW, queued(100, 90, 128, 6)),
                level(GLOBAL_DEFAULT, queued(20, 50, 128, 6)),
                mandatorySchema(EXEMPT, undivided(EXEMPT, 1, everything(groups("system:masters")))),
                mandatorySchema(CATCH_ALL, schema(CATCH_ALL, 10_000, everything(everybody))),
                schemaOf("probes", undivided(EXEMPT, 2, reading(everybody, "/healthz", "/readyz", "/livez"))),
                schemaOf("system-leader-election", schema(ELECTION, 100, rule(
                        both(users(MANAGER, SCHEDULER), accounts("*")),
                        List.of(resources(ELECTING, leases, "leases"))))),
                schemaOf("endpoint-controller", schema(HIGH, 150, rule(
                        both(users(MANAGER), accounts("endpoint-controller", "endpointslicemirroring-controller")),
                        List.of(resources(ELECTING, "", "endpoints"))))),
                schemaOf("workload-leader-election", schema(ELECTION, 200, rule(accounts("*"), List.of(
                        resources(ELECTING, "", "endpoints", "configmaps"),
                        resources(ELECTING, leases, "leases"))))),
                schemaOf("system-node-high", schema("node-high", 400, rule(groups(NODES), List.of(
                        anywhere("", "nodes", "nodes/status"), resources(List.of("*"), leases, "leases"))))),
                schemaOf("system-nodes", schema("system", 500, everything(groups(NODES)))),
                schemaOf("kube-controller-manager", schema(HIGH, 800, everything(users(MANAGER)))),
                schemaOf("kube-scheduler", schema(HIGH, 800, everything(users(SCHEDULER)))),
                schemaOf("kube-system-service-accounts", schema(HIGH, 900, everything(accounts("*")))),
                schemaOf("service-accounts", schema(LOW, 9000, everything(groups("system:serviceaccounts")))),
                schemaOf(GLOBAL_DEFAULT, schema(GLOBAL_DEFAULT, 9900, everything(everybody))));
    }

    private static Initial mandatoryLevel(String name, Map<String, Object> spec) {
        return new Initial(LEVELS, "PriorityLevelConfiguration", name, true, spec);
    }

    private static Initial level(String name, Map<String, Object> spec) {
        return new Initial(LEVELS, "PriorityLevelConfiguration", name, false, spec);
    }

    private static Initial mandatorySchema(String name, Map<String, Object> spec) {
        return new Initial(SCHEMAS, "FlowSchema", name, true, spec);
    }

    private static Initial schemaOf(String name, Map<String, Object> spec) {
        return new Initial(SCHEMAS, "FlowSchema", name, false, spec);
    }
}
