package mortise.core.registry;

import java.util.List;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.GroupVersionKind;
import mortise.core.cache.CacheEntry;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.SubresourceBehavior;
import mortise.spi.group.SubresourceDefinition;

/** Paths below an object that show a part of it as a kind of its own, such as its scale. */
final class Views {

    private final ResourceState state;
    private final VersionForm form;
    private final Resources shared;
    private final Change change;

    Views(ResourceState state, VersionForm form, Resources shared, Change change) {
        this.state = state;
        this.form = form;
        this.shared = shared;
        this.change = change;
    }

    /** Returns the view that a path shows, if it shows one. */
    static Optional<SubresourceBehavior.View> view(Optional<SubresourceDefinition> subresource) {
        return subresource.map(SubresourceDefinition::behavior)
                .filter(SubresourceBehavior.View.class::isInstance).map(SubresourceBehavior.View.class::cast);
    }

    /** Returns what a path below an object shows of it: a view of it, or the object itself. */
    CacheEntry read(CacheEntry entry, String subresource) {
        return state.subresource(subresource)
                .filter(definition -> definition.behavior() instanceof SubresourceBehavior.View)
                .map(definition -> envelope(entry, (SubresourceBehavior.View) definition.behavior()))
                .orElse(entry);
    }

    private CacheEntry envelope(CacheEntry entry, SubresourceBehavior.View view) {
        return Envelopes.of(view.view().read(form.stored(entry)), view.schema(), entry.revision());
    }

    /**
     * Returns the view of an object as a client gets it, to be patched.
     *
     * @param stored the object in the form that strategies see
     */
    ApiObject shown(ApiObject stored, SubresourceBehavior.View view) {
        ApiObject shown = view.view().read(stored).deepCopy();
        shown.metadata().setResourceVersion(stored.metadata().resourceVersion());
        return shown;
    }

    /** Returns what takes the bodies that are sent to the path. */
    Intake intake(SubresourceDefinition subresource, SubresourceBehavior.View view) {
        return new Intake(form.kind(subresource), view.schema());
    }

    /**
     * Changes an object through a view of it.
     *
     * @param old as it is stored
     * @param stored the same in the form that strategies see; not changed
     * @param object what becomes the changed object: as {@code stored} but for what the view does not show
     * @param wanted the view as the caller wants it, with its defaults; its tree is changed
     * @param context says which view
     * @return the view of the changed object; nothing when another writer was faster
     */
    Optional<WriteResult> write(CacheEntry old, ApiObject stored, ApiObject object, ApiObject wanted,
            SubresourceBehavior.View view, Change.Context context) {
        ApiObject before = view.view().read(stored);
        SubresourceDefinition subresource = context.subresource().orElseThrow();
        GroupVersionKind kind = form.kind(subresource);
        ObjectSchema schema = view.schema();
        schema.applyDefaults(wanted);
        var admission = new AdmissionRequest(Operation.UPDATE, context.user(), kind, state.resource(),
                subresource.name(), old.namespace(), old.name(), Optional.of(wanted), Optional.of(before),
                context.dryRun());
        if (shared.admission().mutate(admission, context.warnings())) {
            schema.applyDefaults(wanted);
        }
        List<FieldError> errors = schema.validate(wanted, Optional.of(before));
        if (!errors.isEmpty()) {
            throw ApiException.invalid(kind, old.name(), errors);
        }
        view.view().write(wanted, object);
        var viewed = new Change.Context(context.user(), context.subresource(),
                Optional.of(new Change.Viewed(kind, wanted, before)), context.writer(), context.dryRun(),
                context.warnings());
        return change.replace(old, stored, object, viewed).map(result ->
                new WriteResult(envelope(result.entry(), view), false, result.warnings()));
    }
}
