package mortise.core.registry;

import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import mortise.api.GroupVersionKind;
import mortise.spi.group.ActionRequest;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.Connector;
import mortise.spi.group.Conversion;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.ObjectView;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.ResourceVersion;
import mortise.spi.group.SubresourceBehavior;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.Verb;
import mortise.spi.group.VirtualObjects;
import mortise.spi.group.WriteRule;

/**
 * A group made up for tests: gadgets in two versions (what v1 calls {@code spec.size} is {@code spec.old} in v1beta1)
 * with a scale, an action and a proxy; and pings, which are not stored.
 */
record Gadgets(String name, List<ResourceDefinition> resources) implements ApiGroup {

    static final String GROUP = "gadgets.io";
    static final GroupVersionKind SCALE = new GroupVersionKind("autoscaling", "v1", "Scale");
    static final List<ActionRequest> PERFORMED = new ArrayList<>();
    /** What others do while an action is performed, each once. */
    static final Queue<Runnable> MEANWHILE = new ArrayDeque<>();

    /** Knows the fields of spec, sets one of them, and always writes {@code status}. */
    record Shape(String field, String defaulted) implements ObjectSchema {

        @Override
        public List<String> prune(ApiObject object) {
            var unknown = new ArrayList<String>();
            object.structAt("spec").keySet().removeIf(name -> {
                boolean gone = !name.equals(field) && !name.equals("replicas") && !name.startsWith("default");
                if (gone) {
                    unknown.add("spec." + name);
                }
                return gone;
            });
            return unknown;
        }

        @Override
        public void applyDefaults(ApiObject object) {
            object.structAt("spec").putIfAbsent(defaulted, "set");
        }

        @Override
        public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
            return object.at("spec", field) instanceof Long size && size < 0 ? List.of(FieldError.invalid(
                    FieldPath.of("spec", field), size, "must not be negative")) : List.of();
        }

        @Override
        public void complete(ApiObject object) {
            object.tree().putIfAbsent("complete", field);
        }
    }

    static final Conversion BETA = new Conversion() {
        @Override
        public void fromStored(ApiObject object) {
            rename(object, "size", "old");
            object.tree().remove("complete");
        }

        @Override
        public void toStored(ApiObject object) {
            rename(object, "old", "size");
            object.tree().remove("complete");
        }
    };

    private static void rename(ApiObject object, String from, String to) {
        Map<String, Object> spec = object.structAt("spec");
        if (spec.containsKey(from)) {
            spec.put(to, spec.remove(from));
        }
    }

    private static final ObjectView SCALING = new ObjectView() {
        @Override
        public ApiObject read(ApiObject object) {
            var scale = ApiObject.ofKind(SCALE);
            scale.metadata().setName(object.metadata().name());
            scale.metadata().setNamespace(object.metadata().namespace());
            scale.metadata().setUid(object.metadata().uid());
            Object replicas = object.at("spec", "replicas");
            scale.tree().put("spec", new LinkedHashMap<>(Map.of("replicas", replicas == null ? 0L : replicas)));
            return scale;
        }

        @Override
        public void write(ApiObject view, ApiObject object) {
            object.structAt("spec").put("replicas", view.at("spec", "replicas"));
        }
    };

    private static final ObjectSchema SCALE_SCHEMA = new ObjectSchema() {
        @Override
        public List<String> prune(ApiObject object) {
            return object.tree().remove("foo") == null ? List.of() : List.of("foo");
        }

        @Override
        public void applyDefaults(ApiObject object) {
            // A scale has no defaults.
        }

        @Override
        public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
            return object.at("spec", "replicas") instanceof Long count && count < 0 ? List.of(FieldError.invalid(
                    FieldPath.of("spec", "replicas"), count, "must be greater than or equal to 0")) : List.of();
        }
    };

    private static ApiObject poke(ActionRequest request) {
        PERFORMED.add(request);
        if (request.body().textAt("metadata", "name").equals("other")) {
            throw ApiException.badRequest("name in URL does not match name in Poke object");
        }
        Optional.ofNullable(MEANWHILE.poll()).ifPresent(Runnable::run);
        if (request.body().at("size") instanceof Long size) {
            request.object().orElseThrow().structAt("spec").put("size", size);
        }
        var status = ApiObject.ofKind(new GroupVersionKind("", "v1", "Status"));
        status.tree().put("status", "Success");
        status.tree().put("code", 201L);
        return status;
    }

    private static final VirtualObjects PINGS = new VirtualObjects() {
        @Override
        public ApiObject perform(ActionRequest request) {
            request.body().tree().put("status", new LinkedHashMap<>(Map.of("user", request.user().name())));
            return request.body();
        }

        @Override
        public List<ApiObject> list(String namespace) {
            var pings = new ArrayList<ApiObject>();
            for (String name : List.of("a", "b")) {
                var ping = ApiObject.ofKind(new GroupVersionKind(GROUP, "v1", "Ping"));
                ping.metadata().setName(name);
                ping.metadata().setLabel("name", name);
                pings.add(ping);
            }
            return pings;
        }
    };

    static ResourceDefinition.Builder gadgets() {
        Connector connector = (request, rest) -> new Connector.Target(
                URI.create("http://" + request.object().orElseThrow().metadata().uid() + rest), true, false);
        return ResourceDefinition.named("gadgets", "gadget", "Gadget")
                .version(new ResourceVersion("v1", true, new Shape("size", "defaultStored")))
                .version(new ResourceVersion(
                        "v1beta1", true, new Shape("old", "defaultBeta"), BETA, Optional.empty()))
                .writeRules(WriteRule.COUNTS_GENERATION)
                .status()
                .subresource(new SubresourceDefinition("scale", SCALE, Set.of(Verb.GET, Verb.PATCH, Verb.UPDATE),
                        new SubresourceBehavior.View(SCALING, SCALE_SCHEMA)))
                .subresource(new SubresourceDefinition("poke", new GroupVersionKind("", "", "Poke"),
                        Set.of(Verb.CREATE), new SubresourceBehavior.Action(Gadgets::poke, ObjectSchema.OPEN)))
                .subresource(new SubresourceDefinition("proxy", new GroupVersionKind("", "v1", "ProxyOptions"),
                        Set.of(Verb.GET), new SubresourceBehavior.Connect(connector)));
    }

    static ResourceDefinition pings() {
        return ResourceDefinition.named("pings", "ping", "Ping").clusterScoped().version("v1")
                .verbs(Set.of(Verb.CREATE, Verb.GET, Verb.LIST)).virtual(PINGS).build();
    }

    static Gadgets usual() {
        return new Gadgets(GROUP, List.of(gadgets().build(), pings()));
    }
}
