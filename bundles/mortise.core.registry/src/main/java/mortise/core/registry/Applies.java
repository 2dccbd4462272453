package mortise.core.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ErrorReason;
import mortise.api.ObjectMeta;
import mortise.core.cache.CacheEntry;
import mortise.core.patch.apply.FieldWriter;
import mortise.spi.group.SubresourceBehavior;
import mortise.spi.group.SubresourceDefinition;
import org.jspecify.annotations.Nullable;

/** Server-side apply: what a manager wants of an object becomes a new object or a change, and races are run again. */
final class Applies {

    private final ResourceState state;
    private final VersionForm form;
    private final Intake intake;
    private final Creation creation;
    private final Change change;
    private final Views views;
    private final FieldTracking tracking;

    Applies(ResourceState state, VersionForm form, Creation creation, Change change, Views views,
            FieldTracking tracking) {
        this.state = state;
        this.form = form;
        this.intake = new Intake(form.kind(), form.schema());
        this.creation = creation;
        this.change = change;
        this.views = views;
        this.tracking = tracking;
    }

    WriteResult apply(PatchRequest request) {
        Optional<SubresourceDefinition> subresource = state.subresource(request.subresource());
        Optional<SubresourceBehavior.View> view = Views.view(subresource);
        Intake shape = view.isPresent() ? views.intake(subresource.orElseThrow(), view.get()) : intake;
        var warnings = new ArrayList<String>();
        ApiObject intent = shape.intent(request.body(), request.options().fieldValidation(), warnings);
        Paths.align(intent.metadata(), request.namespace(), request.name());
        return state.write(request.namespace(), request.name(), () -> {
            var said = new ArrayList<>(warnings);
            Optional<CacheEntry> old = state.current(request.namespace(), request.name());
            return old.isEmpty()
                    ? create(request, intent, said) : change(request, subresource, old.get(), intent, said);
        });
    }

    private Optional<WriteResult> create(PatchRequest request, ApiObject intent, List<String> warnings) {
        if (!request.subresource().isEmpty()) {
            throw ApiException.notFound(state.resource(), request.name());
        }
        String uid = intent.metadata().uid();
        if (!uid.isEmpty()) {
            throw ApiException.conflict(state.resource(), request.name(), "uid mismatch: the provided object specified"
                    + " uid " + uid + ", and no existing object was found");
        }
        request.mayCreate().run();
        FieldWriter writer = tracking.writer(request.options(), "");
        ApiObject object =
                intake.settled(tracking.apply(Optional.empty(), intent, writer, request.options().force()));
        form.toStored(object);
        var context = new Creation.Context(request.user(), Optional.empty(), request.options().dryRun(), warnings);
        try {
            return Optional.of(creation.create(object, context));
        } catch (ApiException taken) {
            if (taken.status().reason() == ErrorReason.ALREADY_EXISTS
                    && state.current(request.namespace(), request.name()).isPresent()) {
                return Optional.empty();
            }
            throw taken;
        }
    }

    private Optional<WriteResult> change(PatchRequest request, Optional<SubresourceDefinition> subresource,
            CacheEntry old, ApiObject intent, List<String> warnings) {
        long expected = ListRules.revision(intent.metadata().resourceVersion());
        if (expected != 0 && expected != old.revision()) {
            throw state.modified(old.name());
        }
        Optional<SubresourceBehavior.View> view = Views.view(subresource);
        ApiObject stored = form.stored(old);
        FieldWriter writer = tracking.writer(request.options(), request.subresource());
        ApiObject wanted = view.isPresent() ? ofView(intent, view.get()) : intent;
        ApiObject object =
                intake.settled(tracking.apply(Optional.of(stored), wanted, writer, request.options().force()));
        form.toStored(object);
        var context = new Change.Context(
                request.user(), subresource, Optional.empty(), request.options().dryRun(), warnings);
        return view.isPresent()
                ? views.write(old, stored, managed(stored, object), view.get().view().read(object), view.get(), context)
                : change.replace(old, stored, object, context);
    }

    /** Returns what somebody wants of an object who wants something of a view of it. */
    private ApiObject ofView(ApiObject intent, SubresourceBehavior.View view) {
        ApiObject whole = ApiObject.ofKind(form.kind());
        ObjectMeta metadata = whole.metadata();
        metadata.setName(intent.metadata().name());
        metadata.setNamespace(intent.metadata().namespace());
        if (intent.at("spec") instanceof Map<?, ?> spec && !spec.isEmpty()) {
            view.view().write(intent, whole);
        }
        return whole;
    }

    /** Returns a copy of the stored object whose fields are owned as those of another. */
    private static ApiObject managed(ApiObject stored, ApiObject owned) {
        ApiObject copy = stored.deepCopy();
        Map<String, @Nullable Object> metadata = copy.metadata().tree();
        metadata.put("managedFields", owned.metadata().tree().get("managedFields"));
        return copy;
    }
}
