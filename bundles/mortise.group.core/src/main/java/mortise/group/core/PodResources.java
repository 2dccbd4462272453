package mortise.group.core;

import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import mortise.api.GroupVersionKind;
import mortise.core.schema.Kinds;
import mortise.core.workload.Scales;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.group.Connector;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.ResourceStrategy;
import mortise.spi.group.SubresourceBehavior;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.Verb;
import mortise.spi.group.WriteRule;
import org.jspecify.annotations.Nullable;

/** Pods, templates of pods, and the oldest way to have several. */
final class PodResources {

    /** What may be done through a path that passes any request on. */
    static final Set<Verb> PROXY_VERBS = Set.of(Verb.CREATE, Verb.DELETE, Verb.GET, Verb.PATCH, Verb.UPDATE);

    private static final Set<Verb> PART_VERBS = Set.of(Verb.GET, Verb.PATCH, Verb.UPDATE);
    private static final Set<Verb> STREAM_VERBS = Set.of(Verb.CREATE, Verb.GET);

    private PodResources() {
    }

    /** Returns the defaults of these kinds that depend on other fields. */
    static Map<String, Consumer<Map<String, @Nullable Object>>> rules() {
        return Map.of(
                "core.v1.PodStatus", status -> FirstOfList.align(status, "podIP", "podIPs", "ip"),
                "core.v1.ReplicationController", ReplicationControllerStrategy::defaults);
    }

    static ResourceDefinition pods(Kinds kinds, Supplier<ObjectAccess> objects, InstantSource clock,
            Kubelets kubelets) {
        ResourceDefinition.Builder pods = kinds.resource("pods")
                .writeRules(WriteRule.COUNTS_GENERATION, WriteRule.DELETE_RETURNS_OBJECT)
                .selectable("spec.host", Fields.at("spec", "nodeName"))
                .selectable("status.podIPs", pod -> "")
                .strategy(new PodStrategy())
                .subresource(SubresourceDefinition.status("Pod", new PodStatusStrategy()))
                .subresource(part("ephemeralcontainers", "Pod", PodPartStrategy.ephemeralContainers()))
                .subresource(part("resize", "Pod", PodPartStrategy.resize()))
                .subresource(new SubresourceDefinition("binding", kind("Binding"), Set.of(Verb.CREATE),
                        new SubresourceBehavior.Action(new BindingAction(clock), kinds.schema("core.v1.Binding"))))
                .subresource(new SubresourceDefinition("eviction", new GroupVersionKind("policy", "v1", "Eviction"),
                        Set.of(Verb.CREATE), new SubresourceBehavior.Action(
                                new EvictionAction(objects, clock), kinds.schema("policy.v1.Eviction"))))
                .subresource(connect("log", "Pod", Set.of(Verb.GET), new LogConnector(kubelets)))
                .subresource(connect("proxy", "PodProxyOptions", PROXY_VERBS, new PodProxy()));
        pods.subresource(connect("exec", "PodExecOptions", STREAM_VERBS, StreamConnector.exec(kubelets)));
        pods.subresource(connect("attach", "PodAttachOptions", STREAM_VERBS, StreamConnector.attach(kubelets)));
        return pods.subresource(connect("portforward", "PodPortForwardOptions", STREAM_VERBS,
                StreamConnector.portForward(kubelets))).build();
    }

    /** Returns bindings, which can also be sent to their own path. */
    static ResourceDefinition bindings(Kinds kinds, Supplier<ObjectAccess> objects) {
        return kinds.resource("bindings").virtual(new Bindings(objects)).build();
    }

    static ResourceDefinition podTemplates(Kinds kinds) {
        return kinds.resource("podtemplates")
                .writeRules(WriteRule.COUNTS_GENERATION, WriteRule.DELETE_RETURNS_OBJECT)
                .strategy(new PodTemplateStrategy())
                .build();
    }

    static ResourceDefinition replicationControllers(Kinds kinds) {
        return kinds.resource("replicationcontrollers")
                .storedUnder("controllers")
                .writeRules(WriteRule.COUNTS_GENERATION, WriteRule.ORPHANS_DEPENDENTS)
                .strategy(new ReplicationControllerStrategy())
                .subresource(SubresourceDefinition.status(
                        "ReplicationController", new ReplicationControllerStatusStrategy()))
                .subresource(Scales.subresource(kinds.schema("autoscaling.v1.Scale")))
                .build();
    }

    static SubresourceDefinition part(String name, String kind, ResourceStrategy strategy) {
        return new SubresourceDefinition(name, kind(kind), PART_VERBS, strategy);
    }

    static SubresourceDefinition connect(String name, String kind, Set<Verb> verbs, Connector connector) {
        return new SubresourceDefinition(name, kind(kind), verbs, new SubresourceBehavior.Connect(connector));
    }

    private static GroupVersionKind kind(String name) {
        return new GroupVersionKind("", "", name);
    }
}
