package mortise.core.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import mortise.api.UserInfo;
import mortise.core.cache.CacheEntry;
import mortise.spi.group.SubresourceBehavior;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.WriteRule;
import org.jspecify.annotations.Nullable;

/** Create, update and patch: what the caller sent is checked against the path, and races are run again. */
final class Writes {

    private final ResourceState state;
    private final VersionForm form;
    private final Intake intake;
    private final Creation creation;
    private final Change change;
    private final Views views;
    private final Actions actions;
    private final FieldTracking tracking;
    private final Applies applies;

    Writes(ResourceState state, VersionForm form, Creation creation, Change change, Views views, Actions actions,
            FieldTracking tracking) {
        this.state = state;
        this.form = form;
        this.intake = new Intake(form.kind(), form.schema());
        this.creation = creation;
        this.change = change;
        this.views = views;
        this.actions = actions;
        this.tracking = tracking;
        this.applies = new Applies(state, form, creation, change, views, tracking);
    }

    WriteResult create(WriteRequest request) {
        if (!request.subresource().isEmpty()) {
            return actions.below(request);
        }
        var warnings = new ArrayList<String>();
        ApiObject object = intake.body(request.body(), request.options().fieldValidation(), warnings);
        String version = object.metadata().resourceVersion();
        if (!version.isEmpty() && !version.equals("0")) {
            throw ApiException.badRequest("resourceVersion should not be set on objects to be created");
        }
        Paths.alignNamespace(object.metadata(), request.namespace());
        form.toStored(object);
        return creation.create(object, creating(request, warnings));
    }

    private Creation.Context creating(WriteRequest request, List<String> warnings) {
        var writer = Optional.of(tracking.writer(request.options(), ""));
        return new Creation.Context(request.user(), writer, request.options().dryRun(), warnings);
    }

    private Change.Context changing(UserInfo user, Optional<SubresourceDefinition> subresource, WriteOptions options,
            List<String> warnings) {
        String path = subresource.map(SubresourceDefinition::name).orElse("");
        return new Change.Context(
                user, subresource, Optional.of(tracking.writer(options, path)), options.dryRun(), warnings);
    }

    WriteResult update(WriteRequest request) {
        Optional<SubresourceDefinition> subresource = state.subresource(request.subresource());
        Optional<SubresourceBehavior.View> view = Views.view(subresource);
        return view.isPresent() ? put(request, subresource.orElseThrow(), view.get()) : replace(request, subresource);
    }

    private WriteResult put(
            WriteRequest request, SubresourceDefinition subresource, SubresourceBehavior.View view) {
        var warnings = new ArrayList<String>();
        ApiObject body = views.intake(subresource, view)
                .body(request.body(), request.options().fieldValidation(), warnings);
        Paths.align(body.metadata(), request.namespace(), request.name());
        view.schema().applyDefaults(body);
        long expected = ListRules.revision(body.metadata().resourceVersion());
        Change.Context context = changing(request.user(), Optional.of(subresource), request.options(), warnings);
        return write(request, expected, () -> {
            Optional<CacheEntry> found = state.current(request.namespace(), request.name());
            checkUid(request.name(), found, body.metadata().uid());
            CacheEntry old = found.orElseThrow(() -> ApiException.notFound(state.resource(), request.name()));
            if (expected != 0) {
                checkVersion(old, expected);
            }
            ApiObject wanted = expected == 0 ? body.deepCopy() : body;
            ApiObject stored = form.stored(old);
            return views.write(old, stored, stored.deepCopy(), wanted, view, context);
        });
    }

    /** A write of one version is beaten by the first other one; any other is tried again. */
    private WriteResult write(WriteRequest request, long expected, Supplier<Optional<WriteResult>> attempt) {
        return expected == 0 ? state.write(request.namespace(), request.name(), attempt)
                : attempt.get().orElseThrow(() -> state.modified(request.name()));
    }

    private WriteResult replace(WriteRequest request, Optional<SubresourceDefinition> subresource) {
        var warnings = new ArrayList<String>();
        ApiObject body = intake.body(request.body(), request.options().fieldValidation(), warnings);
        Paths.align(body.metadata(), request.namespace(), request.name());
        long expected = ListRules.revision(body.metadata().resourceVersion());
        form.toStored(body);
        Change.Context context = changing(request.user(), subresource, request.options(), warnings);
        return write(request, expected, () -> {
            Optional<CacheEntry> old = state.current(request.namespace(), request.name());
            checkUid(request.name(), old, body.metadata().uid());
            if (old.isEmpty()) {
                return Optional.of(createOnUpdate(request, body, warnings));
            }
            checkVersion(old.get(), expected);
            // With a version there is no second attempt, so the body need not survive the first.
            ApiObject object = expected == 0 ? body.deepCopy() : body;
            return change.replace(old.get(), form.stored(old.get()), object, context);
        });
    }

    private WriteResult createOnUpdate(WriteRequest request, ApiObject body, List<String> warnings) {
        if (!request.subresource().isEmpty()
                || !state.definition().writeRules().contains(WriteRule.CREATE_ON_UPDATE)) {
            throw ApiException.notFound(state.resource(), request.name());
        }
        request.mayCreate().run();
        return creation.create(body, creating(request, warnings));
    }

    private void checkVersion(CacheEntry old, long expected) {
        if (expected != 0 && expected != old.revision()) {
            throw state.modified(old.name());
        }
        if (expected == 0 && state.definition().writeRules().contains(WriteRule.UPDATE_NEEDS_VERSION)) {
            FieldError missing = FieldError.invalid(
                    FieldPath.of("metadata", "resourceVersion"), 0L, "must be specified for an update");
            var details = new ApiStatus.Details(old.name(), state.resource().group(), state.resource().resource(), "",
                    List.of(missing.toCause()), 0);
            throw new ApiException(ApiStatus.of(ErrorReason.INVALID,
                    state.resource() + " \"" + old.name() + "\" is invalid: " + missing, details));
        }
    }

    /** Who names the object by its uid means no other one, and not that it shall be made again when it is gone. */
    private void checkUid(String name, Optional<CacheEntry> old, String uid) {
        String is = old.map(CacheEntry::uid).orElse("");
        if (!uid.isEmpty() && !uid.equals(is)) {
            throw ApiException.conflict(state.resource(), name,
                    "Precondition failed: UID in precondition: " + uid + ", UID in object meta: " + is);
        }
    }

    WriteResult patch(PatchRequest request) {
        if (request.type() == PatchType.APPLY) {
            return applies.apply(request);
        }
        Optional<SubresourceDefinition> subresource = state.subresource(request.subresource());
        Optional<SubresourceBehavior.View> view = Views.view(subresource);
        Intake shape = view.isPresent() ? views.intake(subresource.orElseThrow(), view.get()) : intake;
        Patches.check(request.type(), shape.type());
        return state.write(request.namespace(), request.name(), () -> tryPatch(request, subresource, view, shape));
    }

    private Optional<WriteResult> tryPatch(PatchRequest request, Optional<SubresourceDefinition> subresource,
            Optional<SubresourceBehavior.View> view, Intake shape) {
        var warnings = new ArrayList<String>();
        CacheEntry old = state.require(request.namespace(), request.name());
        ApiObject stored = form.stored(old);
        ApiObject before = view.isPresent() ? views.shown(stored, view.get()) : form.shown(stored);
        ApiObject object = patched(before, shape, request, warnings);
        long expected = ListRules.revision(object.metadata().resourceVersion());
        if (expected != 0 && expected != old.revision()) {
            throw state.modified(old.name());
        }
        Change.Context context = changing(request.user(), subresource, request.options(), warnings);
        return view.isPresent()
                ? views.write(old, stored, stored.deepCopy(), object, view.get(), context)
                : replacePatched(old, stored, object, context);
    }

    private Optional<WriteResult> replacePatched(
            CacheEntry old, ApiObject stored, ApiObject object, Change.Context context) {
        form.toStored(object);
        return change.replace(old, stored, object, context);
    }

    private static ApiObject patched(
            ApiObject before, Intake shape, PatchRequest request, List<String> warnings) {
        Object patch = request.body().value();
        Supplier<@Nullable Object> outcome = () -> Patches.apply(request.type(), before.tree(), patch, shape.type());
        // What was made of the outcome is no longer what a refusal shows.
        ApiObject object = shape.patched(outcome.get(), () -> Patches.shown(request.type(), patch, outcome.get()),
                request.body(), request.options().fieldValidation(), warnings);
        Paths.align(object.metadata(), request.namespace(), request.name());
        return object;
    }
}
