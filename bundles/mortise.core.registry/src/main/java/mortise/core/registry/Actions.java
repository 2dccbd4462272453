package mortise.core.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.FieldError;
import mortise.api.GroupVersion;
import mortise.api.GroupVersionKind;
import mortise.core.cache.CacheEntry;
import mortise.core.codec.JsonEncoder;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.group.ActionRequest;
import mortise.spi.group.Connector;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.SubresourceBehavior;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.VirtualObjects;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;

/** What a POST does instead of storing its body, and to whom requests are passed on. */
final class Actions {

    /** How often an action that changes its object is tried when other writers are faster. */
    private static final int ATTEMPTS_MAX = 50;

    private final ResourceState state;
    private final VersionForm form;
    private final Resources shared;

    Actions(ResourceState state, VersionForm form, Resources shared) {
        this.state = state;
        this.form = form;
        this.shared = shared;
    }

    /** Does what a path below an object is for. */
    WriteResult below(WriteRequest request) {
        SubresourceDefinition subresource = state.subresource(request.subresource()).orElseThrow();
        if (!(subresource.behavior() instanceof SubresourceBehavior.Action behavior)) {
            throw new ApiException(ApiStatus.of(ErrorReason.METHOD_NOT_ALLOWED,
                    "the server does not allow this method on the requested resource"));
        }
        state.require(request.namespace(), request.name());
        var warnings = new ArrayList<String>();
        ApiObject body = body(request, form.kind(subresource), behavior.schema(), warnings);
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            CacheEntry entry = state.require(request.namespace(), request.name());
            ApiObject object = entry.toObject(state.storedKind());
            ApiObject answer = behavior.action().perform(wish(request, body.deepCopy(), Optional.of(object)));
            if (keep(entry, object, request.options().dryRun())) {
                return result(answer, form.kind(subresource), behavior.schema(), warnings);
            }
        }
        throw ApiException.conflict(state.resource(), request.name(), "the object keeps being modified");
    }

    /** Stores what an action has changed of its object; returns {@code false} when another writer was faster. */
    private boolean keep(CacheEntry entry, ApiObject object, boolean dryRun) {
        object.setKind(state.storedKind());
        if (dryRun || object.equals(entry.toObject(state.storedKind()))) {
            return true;
        }
        byte[] stored = JsonEncoder.encodeStored(object);
        return Commits.run(state.store(), Commit.replace(entry.key(), entry.revision(), stored))
                instanceof CommitOutcome.Committed;
    }

    /** Does what the objects of a resource are for that are not stored. */
    WriteResult perform(WriteRequest request, VirtualObjects objects) {
        var warnings = new ArrayList<String>();
        ApiObject body = body(request, form.kind(), form.schema(), warnings);
        return result(objects.perform(wish(request, body, Optional.empty())), form.kind(), form.schema(), warnings);
    }

    /** Returns what was sent, as an action gets it. */
    private ApiObject body(
            WriteRequest request, GroupVersionKind kind, ObjectSchema schema, List<String> warnings) {
        ApiObject body =
                new Intake(kind, schema).body(request.body(), request.options().fieldValidation(), warnings);
        body.setKind(kind);
        Paths.alignNamespace(body.metadata(), request.namespace());
        schema.applyDefaults(body);
        AdmissionRequest admission = admission(request, kind, body);
        if (shared.admission().mutate(admission, warnings)) {
            schema.applyDefaults(body);
        }
        List<FieldError> errors = schema.validate(body, Optional.empty());
        if (!errors.isEmpty()) {
            throw ApiException.invalid(kind, body.metadata().name(), errors);
        }
        shared.admission().validate(admission, warnings);
        return body;
    }

    private static ActionRequest wish(WriteRequest request, ApiObject body, Optional<ApiObject> object) {
        return new ActionRequest(request.user(), request.namespace(), request.name(), body, object, request.query(),
                request.options().dryRun());
    }

    private static WriteResult result(
            ApiObject answer, GroupVersionKind kind, ObjectSchema schema, List<String> warnings) {
        GroupVersionKind answered = GroupVersion.parse(answer.apiVersion()).kind(answer.kind());
        ObjectSchema shape = answered.equals(kind) ? schema : ObjectSchema.OPEN;
        return new WriteResult(Envelopes.of(answer, shape, 0), Optional.of(answered), true, warnings);
    }

    private AdmissionRequest admission(WriteRequest request, GroupVersionKind kind, ApiObject body) {
        String name = request.name().isEmpty() ? body.metadata().name() : request.name();
        return new AdmissionRequest(Operation.CREATE, request.user(), kind, state.resource(), request.subresource(),
                request.namespace(), name, Optional.of(body), Optional.empty(), request.options().dryRun());
    }

    /** Returns where to pass a request on to. */
    Connector.Target connect(ConnectRequest request) {
        SubresourceDefinition subresource = state.subresource(request.subresource()).orElseThrow();
        if (!(subresource.behavior() instanceof SubresourceBehavior.Connect behavior)) {
            throw new ApiException(ApiStatus.of(ErrorReason.METHOD_NOT_ALLOWED,
                    "the server does not allow this method on the requested resource"));
        }
        CacheEntry entry = state.require(request.namespace(), objectName(request.name()));
        GroupVersionKind kind = form.kind(subresource);
        var admission = new AdmissionRequest(Operation.CONNECT, request.user(), kind, state.resource(),
                request.subresource(), request.namespace(), request.name(), Optional.empty(), Optional.empty(), false);
        var unheard = new ArrayList<String>();
        shared.admission().mutate(admission, unheard);
        shared.admission().validate(admission, unheard);
        return behavior.connector().target(new ActionRequest(request.user(), request.namespace(), request.name(),
                ApiObject.ofKind(kind), Optional.of(entry.toObject(state.storedKind())), request.query(), false),
                request.rest(), request.rawQuery());
    }

    /** Of {@code name}, {@code name:port} and {@code scheme:name:port} returns the name. */
    private static String objectName(String name) {
        String[] parts = name.split(":", -1);
        return switch (parts.length) {
            case 1, 2 -> parts[0];
            case 3 -> parts[1];
            default -> throw ApiException.badRequest("invalid name \"" + name + "\": not of the form"
                    + " scheme:name:port");
        };
    }
}
