package mortise.authz.node;

import java.util.List;
import java.util.stream.Stream;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Coverage;
import mortise.spi.authorization.Rules;
import mortise.spi.operations.ServerNames;

/** What every node may do, as far as a rule can say it; {@link NodeAuthorizer} narrows some of it down. Immutable. */
final class NodeRules {

    private static final String READ = "get,list,watch";

    private final Coverage rules;

    NodeRules(ServerNames names) {
        String events = names.group("events");
        rules = Coverage.of(new Rules(List.of(
                rule("create", names.group("authentication"), "tokenreviews"),
                rule("create", names.group("authorization"), "localsubjectaccessreviews,subjectaccessreviews"),
                rule(READ, "", "services"),
                rule("create,get,list,watch,patch,update", "", "nodes"),
                rule("patch,update", "", "nodes/status"),
                rule("create,patch,update", "", "events"),
                rule("create,patch,update", events, "events"),
                rule(READ, "", "pods"),
                rule("create,delete", "", "pods"),
                rule("patch,update", "", "pods/status"),
                rule("create", "", "pods/eviction"),
                rule("get", "", "endpoints"),
                rule("create,get,list,watch", names.group("certificates"), "certificatesigningrequests"),
                rule(READ, names.group("storage"), "csidrivers"),
                rule(READ, names.group("node"), "runtimeclasses")), List.of(), false, List.of()));
    }

    private static Rules.Resources rule(String verbs, String group, String resources) {
        return new Rules.Resources(split(verbs), List.of(group), split(resources), List.of());
    }

    private static List<String> split(String texts) {
        return Stream.of(texts.split(",")).toList();
    }

    boolean allow(AuthorizationRequest request) {
        String resource = request.subresource().isEmpty()
                ? request.resource() : request.resource() + "/" + request.subresource();
        return rules.covers(new Rules.Resources(
                List.of(request.verb()), List.of(request.group()), List.of(resource), List.of()));
    }
}
