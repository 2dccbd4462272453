package mortise.core.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import mortise.api.GroupVersionKind;
import mortise.api.ObjectMeta;
import mortise.core.cache.CacheEntry;
import mortise.core.patch.JsonPatch;
import mortise.core.patch.JsonPatchLimits;
import mortise.core.patch.MergePatch;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.WriteRule;
import org.jspecify.annotations.Nullable;

/** Create, update and patch: what the caller sent is checked against the path, and races are run again. */
final class Writes {

    /** How often a patch is applied anew when another writer was faster. */
    private static final int PATCH_ATTEMPTS_MAX = 5;
    /** How often an update without a version is tried when other writers are faster. */
    private static final int UPDATE_ATTEMPTS_MAX = 50;

    private static final String MODIFIED =
            "the object has been modified; please apply your changes to the latest version and try again";

    private final ResourceState state;
    private final GroupVersionKind kind;
    private final Intake intake;
    private final Creation creation;
    private final Change change;

    Writes(ResourceState state, GroupVersionKind kind, ObjectSchema schema, Resources shared) {
        this.state = state;
        this.kind = kind;
        this.intake = new Intake(kind, schema);
        this.creation = new Creation(state, kind, schema, shared);
        this.change = new Change(state, kind, schema, shared);
    }

    WriteResult create(WriteRequest request) {
        if (!request.subresource().isEmpty()) {
            throw new ApiException(ApiStatus.of(ErrorReason.METHOD_NOT_ALLOWED,
                    "the server does not allow this method on the requested resource"));
        }
        var warnings = new ArrayList<String>();
        ApiObject object = intake.body(request.body(), request.options().fieldValidation(), warnings);
        if (!object.metadata().resourceVersion().isEmpty()) {
            throw ApiException.badRequest("resourceVersion should not be set on objects to be created");
        }
        alignNamespace(object.metadata(), request.namespace());
        return creation.create(object, request.user(), request.options().dryRun(), warnings);
    }

    WriteResult update(WriteRequest request) {
        var warnings = new ArrayList<String>();
        ApiObject body = intake.body(request.body(), request.options().fieldValidation(), warnings);
        if (body.metadata().name().isEmpty()) {
            throw ApiException.badRequest("the name of the object (" + request.name()
                    + " based on URL) was undeterminable: name must be provided");
        }
        alignName(body.metadata(), request.name());
        alignNamespace(body.metadata(), request.namespace());
        long expected = ListRules.revision(body.metadata().resourceVersion());
        Optional<SubresourceDefinition> subresource = subresource(request.subresource());
        var context = new Change.Context(request.user(), subresource, request.options().dryRun(), warnings);
        for (int attempt = 0; attempt < UPDATE_ATTEMPTS_MAX; attempt++) {
            Optional<CacheEntry> old = state.current(request.namespace(), request.name());
            if (old.isEmpty()) {
                return createOnUpdate(request, body, warnings);
            }
            checkVersion(old.get(), expected, subresource.isPresent());
            checkUid(old.get(), body.metadata().uid());
            // With a version there is no second attempt, so the body need not survive the first.
            ApiObject object = expected == 0 ? body.deepCopy() : body;
            Optional<WriteResult> done = change.replace(old.get(), object, context);
            if (done.isPresent()) {
                return done.get();
            }
            if (expected != 0) {
                break;
            }
        }
        throw modified(request.name());
    }

    private WriteResult createOnUpdate(WriteRequest request, ApiObject body, List<String> warnings) {
        if (!request.subresource().isEmpty()
                || !state.definition().writeRules().contains(WriteRule.CREATE_ON_UPDATE)) {
            throw ApiException.notFound(state.resource(), request.name());
        }
        return creation.create(body, request.user(), request.options().dryRun(), warnings);
    }

    private void checkVersion(CacheEntry old, long expected, boolean subresource) {
        if (expected != 0 && expected != old.revision()) {
            throw modified(old.name());
        }
        if (expected == 0 && !subresource && state.definition().writeRules().contains(WriteRule.UPDATE_NEEDS_VERSION)) {
            FieldError missing = FieldError.invalid(
                    FieldPath.of("metadata", "resourceVersion"), 0L, "must be specified for an update");
            var details = new ApiStatus.Details(old.name(), kind.group(), state.resource().resource(), "",
                    List.of(missing.toCause()), 0);
            throw new ApiException(ApiStatus.of(ErrorReason.INVALID,
                    state.resource() + " \"" + old.name() + "\" is invalid: " + missing, details));
        }
    }

    private void checkUid(CacheEntry old, String uid) {
        if (!uid.isEmpty() && !uid.equals(old.uid())) {
            throw ApiException.conflict(state.resource(), old.name(), "Precondition failed: UID in precondition: " + uid
                    + ", UID in object meta: " + old.uid());
        }
    }

    WriteResult patch(PatchRequest request) {
        Optional<SubresourceDefinition> subresource = subresource(request.subresource());
        for (int attempt = 0; attempt < PATCH_ATTEMPTS_MAX; attempt++) {
            var warnings = new ArrayList<String>();
            CacheEntry old = state.require(request.namespace(), request.name());
            ApiObject object = patched(old, request, warnings);
            long expected = ListRules.revision(object.metadata().resourceVersion());
            if (expected != 0 && expected != old.revision()) {
                throw modified(old.name());
            }
            var context = new Change.Context(request.user(), subresource, request.options().dryRun(), warnings);
            Optional<WriteResult> done = change.replace(old, object, context);
            if (done.isPresent()) {
                return done.get();
            }
        }
        throw modified(request.name());
    }

    private ApiObject patched(CacheEntry old, PatchRequest request, List<String> warnings) {
        Object result = apply(request.type(), old.toObject(kind).tree(), request.body().value());
        ApiObject object = intake.patched(
                result, request.body().duplicateFields(), request.options().fieldValidation(), warnings);
        if (object.metadata().name().isEmpty()) {
            object.metadata().setName(old.name());
        }
        alignName(object.metadata(), request.name());
        alignNamespace(object.metadata(), request.namespace());
        return object;
    }

    /** The target belongs to this call; what the patch brings is copied, because it may be applied again. */
    private static @Nullable Object apply(
            PatchType type, Map<String, @Nullable Object> target, @Nullable Object patch) {
        Object own = ApiObject.copy(patch);
        if (type == PatchType.JSON) {
            if (!(own instanceof List<?> operations)) {
                throw ApiException.badRequest("error decoding patch: json: cannot unmarshal object into Go value of"
                        + " type []handlers.jsonPatchOp");
            }
            return JsonPatch.apply(target, operations, JsonPatchLimits.DEFAULT);
        }
        if (!(own instanceof Map)) {
            throw ApiException.badRequest("error decoding patch: json: cannot unmarshal array into Go value of type"
                    + " map[string]interface {}");
        }
        return MergePatch.apply(target, own);
    }

    private Optional<SubresourceDefinition> subresource(String name) {
        if (name.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(state.definition().subresources().stream()
                .filter(subresource -> subresource.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new ApiException(ResourceState.GONE)));
    }

    private static void alignName(ObjectMeta metadata, String name) {
        if (!metadata.name().equals(name)) {
            throw ApiException.badRequest("the name of the object (" + metadata.name()
                    + ") does not match the name on the URL (" + name + ")");
        }
    }

    /** The path decides: a namespace that is not named is filled in, one that makes no sense is dropped. */
    private static void alignNamespace(ObjectMeta metadata, String namespace) {
        if (metadata.namespace().isEmpty() || namespace.isEmpty()) {
            metadata.setNamespace(namespace);
        } else if (!metadata.namespace().equals(namespace)) {
            throw ApiException.badRequest(
                    "the namespace of the provided object does not match the namespace sent on the request");
        }
    }

    private ApiException modified(String name) {
        return ApiException.conflict(state.resource(), name, MODIFIED);
    }
}
