package mortise.core.registry;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.GroupVersionKind;
import mortise.api.ObjectMeta;
import mortise.api.UserInfo;
import mortise.core.cache.CacheEntry;
import mortise.core.codec.JsonEncoder;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.ResourceStrategy;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;

/** Replaces a stored object by a changed one, if nobody else does meanwhile. */
final class Change {

    private final ResourceState state;
    private final GroupVersionKind kind;
    private final ObjectSchema schema;
    private final Resources shared;
    private final ServerFields fields;

    Change(ResourceState state, GroupVersionKind kind, ObjectSchema schema, Resources shared) {
        this.state = state;
        this.kind = kind;
        this.schema = schema;
        this.shared = shared;
        this.fields = new ServerFields(state.definition(), shared.clock(), shared.uids());
    }

    /**
     * Who changes what, and how.
     *
     * @param user who does it
     * @param subresource the part that is written; nothing for the whole object
     * @param dryRun whether nothing is stored
     * @param warnings what the caller is told; grows
     */
    record Context(UserInfo user, Optional<SubresourceDefinition> subresource, boolean dryRun, List<String> warnings) {
    }

    /**
     * Replaces an object.
     *
     * @param old as it is stored
     * @param object as the caller wants it; its tree is changed
     * @return nothing when another writer was faster
     */
    Optional<WriteResult> replace(CacheEntry old, ApiObject object, Context context) {
        ApiObject before = old.toObject(kind);
        prepare(object, before, context);
        object.setKind(state.storedKind());
        byte[] stored = JsonEncoder.encodeStored(object);
        CacheEntry wanted = state.entry(old.key(), stored, old.revision());
        boolean goes = goes(object, before);
        if (context.dryRun()) {
            return result(wanted, context);
        }
        if (goes) {
            return commit(Commit.delete(old.key(), old.revision())).flatMap(revision -> result(wanted, context));
        }
        if (same(old, wanted)) {
            return result(old, context);
        }
        return commit(Commit.replace(old.key(), old.revision(), stored))
                .flatMap(revision -> result(state.entry(old.key(), stored, revision), context));
    }

    private void prepare(ApiObject object, ApiObject before, Context context) {
        ResourceStrategy strategy =
                context.subresource().map(SubresourceDefinition::strategy).orElse(state.definition().strategy());
        schema.applyDefaults(object);
        if (shared.admission().mutate(admissionRequest(object, before, context), context.warnings())) {
            schema.applyDefaults(object);
        }
        fields.beforeUpdate(object, before, context.subresource().isPresent());
        strategy.prepareForUpdate(object, before);
        fields.afterUpdate(object, before);
        var errors = new ArrayList<FieldError>(MetadataRules.validate(object, state.definition().nameRule()));
        errors.addAll(MetadataRules.validateChange(object, before));
        errors.addAll(schema.validate(object, Optional.of(before)));
        errors.addAll(strategy.validate(object, Optional.of(before)));
        if (!errors.isEmpty()) {
            throw ApiException.invalid(kind, before.metadata().name(), errors);
        }
        shared.admission().validate(admissionRequest(object, before, context), context.warnings());
    }

    private AdmissionRequest admissionRequest(ApiObject object, ApiObject before, Context context) {
        ObjectMeta metadata = before.metadata();
        return new AdmissionRequest(Operation.UPDATE, context.user(), kind, state.resource(),
                context.subresource().map(SubresourceDefinition::name).orElse(""), metadata.namespace(),
                metadata.name(), Optional.of(object), Optional.of(before), context.dryRun());
    }

    /** A deleted object whose last hindrance the change removes goes with the change. */
    private boolean goes(ApiObject object, ApiObject before) {
        ObjectMeta was = before.metadata();
        return !was.deletionTimestamp().isEmpty()
                && !(was.tree().get("deletionGracePeriodSeconds") instanceof Long grace && grace > 0)
                && object.metadata().finalizers().isEmpty()
                && !state.definition().strategy().heldBack(object);
    }

    /** Equal bytes are the same; so are bytes of one length that hold equal trees with fields in another order. */
    private boolean same(CacheEntry old, CacheEntry wanted) {
        return Arrays.equals(old.body(), wanted.body())
                || old.body().length == wanted.body().length && old.toObject(kind).equals(wanted.toObject(kind));
    }

    private Optional<Long> commit(Commit commit) {
        return Commits.run(state.store(), commit) instanceof CommitOutcome.Committed committed
                ? Optional.of(committed.revision()) : Optional.empty();
    }

    private static Optional<WriteResult> result(CacheEntry entry, Context context) {
        return Optional.of(new WriteResult(entry, false, context.warnings()));
    }
}
