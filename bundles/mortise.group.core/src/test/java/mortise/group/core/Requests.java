package mortise.group.core;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.GroupVersion;
import mortise.api.GroupVersionKind;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.controller.Removal;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.Reservation;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.ResourceStrategy;
import mortise.spi.operations.ServerNames;
import org.jspecify.annotations.Nullable;

/** Sends objects through the schemas and strategies of the group in the order in which the server does. */
final class Requests implements ObjectAccess {

    private final CoreGroup group;
    private final List<ApiObject> services = new ArrayList<>();

    Requests() {
        this("10.0.0.0/24");
    }

    Requests(String networks) {
        group = new CoreGroup(ServerNames.of("k8s.io", "kubernetes.io"),
                ServiceRanges.parse(networks, "30000-32767"), () -> this);
    }

    CoreGroup group() {
        return group;
    }

    /** Adds a service that is there before the group is asked for anything. */
    Requests with(ApiObject service) {
        services.add(service);
        return this;
    }

    ResourceDefinition definition(String plural) {
        return group.resources().stream().filter(resource -> resource.plural().equals(plural)).findFirst()
                .orElseThrow();
    }

    static ApiObject json(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        @SuppressWarnings("unchecked")
        var tree = (Map<String, @Nullable Object>) JsonDecoder.decode(bytes, DecodeLimits.DEFAULT).value();
        return new ApiObject(new LinkedHashMap<>(tree));
    }

    ApiObject create(String plural, ApiObject sent, boolean dryRun) {
        return write(plural, sent, Optional.empty(), "", dryRun);
    }

    ApiObject create(String plural, String json) {
        return create(plural, json(json), false);
    }

    /** Changes an object. */
    ApiObject update(String plural, ApiObject old, Consumer<ApiObject> change) {
        return part(plural, old, "", change);
    }

    /** Changes an object through a subresource. */
    ApiObject part(String plural, ApiObject old, String subresource, Consumer<ApiObject> change) {
        ApiObject sent = old.deepCopy();
        change.accept(sent);
        return write(plural, sent, Optional.of(old), subresource, false);
    }

    private ApiObject write(
            String plural, ApiObject object, Optional<ApiObject> old, String subresource, boolean dryRun) {
        ResourceDefinition definition = definition(plural);
        ObjectSchema schema = definition.versions().get(0).schema();
        ResourceStrategy strategy = subresource.isEmpty() ? definition.strategy() : definition.subresources().stream()
                .filter(part -> part.name().equals(subresource)).findFirst().orElseThrow().strategy();
        if (definition.namespaced() && object.metadata().namespace().isEmpty()) {
            object.metadata().setNamespace("ns");
        }
        schema.prune(object);
        schema.applyDefaults(object);
        old.ifPresentOrElse(before -> {
            schema.complete(object);
            if (subresource.isEmpty() && before.tree().containsKey("status")) {
                object.tree().put("status", ApiObject.copy(before.tree().get("status")));
            }
            strategy.prepareForUpdate(object, before);
        }, () -> strategy.prepareForCreate(object));
        var errors = new ArrayList<FieldError>(schema.validate(object, old));
        errors.addAll(strategy.validate(object, old));
        if (!errors.isEmpty()) {
            throw ApiException.invalid(
                    new GroupVersionKind("", "v1", definition.kind()), object.metadata().name(), errors);
        }
        Reservation reservation = strategy.reserve(object, old, dryRun);
        schema.complete(object);
        reservation.keep();
        return object;
    }

    @Override
    public List<ApiObject> list(GroupVersion version, String resource, String namespace) {
        return resource.equals("services") ? services : List.of();
    }

    @Override
    public Optional<ApiObject> get(GroupVersion version, String resource, String namespace, String name) {
        return Optional.empty();
    }

    @Override
    public ApiObject create(GroupVersion version, String resource, ApiObject object) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ApiObject update(GroupVersion version, String resource, ApiObject object) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void delete(
            GroupVersion version, String resource, String namespace, String name, Removal removal) {
        throw new UnsupportedOperationException();
    }
}
