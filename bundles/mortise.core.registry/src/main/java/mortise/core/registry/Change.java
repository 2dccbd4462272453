package mortise.core.registry;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.GroupVersionKind;
import mortise.api.JsonStruct;
import mortise.api.ObjectMeta;
import mortise.api.UserInfo;
import mortise.core.cache.CacheEntry;
import mortise.core.codec.JsonEncoder;
import mortise.core.patch.apply.FieldWriter;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.Reservation;
import mortise.spi.group.ResourceStrategy;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import org.jspecify.annotations.Nullable;

/** Replaces a stored object by a changed one, if nobody else does meanwhile. */
final class Change {

    private static final String MANAGED = "managedFields";
    /** Bytes that are compared at once. */
    private static final int BLOCK = 256;

    private final ResourceState state;
    private final VersionForm form;
    private final Resources shared;
    private final ServerFields fields;
    private final FieldTracking tracking;

    Change(ResourceState state, VersionForm form, Resources shared, FieldTracking tracking) {
        this.state = state;
        this.form = form;
        this.shared = shared;
        this.fields = new ServerFields(state.definition(), shared.clock(), shared.uids());
        this.tracking = tracking;
    }

    /**
     * Who changes what, and how.
     *
     * @param user who does it
     * @param subresource the part that is written; nothing for the whole object
     * @param viewed what admission sees instead of the object when a view of it is written
     * @param writer whose the changed fields become; nothing when the object says already whose its fields are
     * @param dryRun whether nothing is stored
     * @param warnings what the caller is told; grows
     */
    record Context(UserInfo user, Optional<SubresourceDefinition> subresource, Optional<Viewed> viewed,
            Optional<FieldWriter> writer, boolean dryRun, List<String> warnings) {

        /** Writes the object or a part of it. */
        Context(UserInfo user, Optional<SubresourceDefinition> subresource, Optional<FieldWriter> writer,
                boolean dryRun, List<String> warnings) {
            this(user, subresource, Optional.empty(), writer, dryRun, warnings);
        }
    }

    /**
     * A view that is written. Mutating admission has seen it already.
     *
     * @param kind kind of the view
     * @param object as it shall be
     * @param before as it is
     */
    record Viewed(GroupVersionKind kind, ApiObject object, ApiObject before) {
    }

    /**
     * Replaces an object.
     *
     * @param old as it is stored
     * @param before the same in the form that strategies see; not changed
     * @param object as the caller wants it, in the form that strategies see; its tree is changed
     * @return nothing when another writer was faster
     */
    Optional<WriteResult> replace(CacheEntry old, ApiObject before, ApiObject object, Context context) {
        prepare(object, before, context);
        Reservation reservation =
                state.definition().strategy().reserve(object, Optional.of(before), context.dryRun());
        form.workingSchema().complete(object);
        // After a failure nobody knows whether the object is stored, so what it took is not given to another.
        Optional<WriteResult> result = store(old, before, object, context);
        if (result.isPresent()) {
            reservation.keep();
        } else {
            reservation.giveBack();
        }
        return result;
    }

    private Optional<WriteResult> store(CacheEntry old, ApiObject before, ApiObject object, Context context) {
        FieldTracking.keepTimes(object, before);
        object.setKind(state.storedKind());
        byte[] stored = JsonEncoder.encodeStored(object);
        boolean goes = goes(object, before);
        if (context.dryRun()) {
            return result(state.entry(old.key(), stored, old.revision()), context);
        }
        if (goes) {
            Optional<Long> deleted = commit(Commit.delete(old.key(), old.revision()));
            deleted.ifPresent(revision -> state.definition().strategy().deleted(before));
            return deleted.flatMap(
                    revision -> result(state.entry(old.key(), stored, old.revision()), context));
        }
        if (same(old, stored) && !state.store().outdated(old.key())) {
            return result(old, context);
        }
        return commit(Commit.replace(old.key(), old.revision(), stored))
                .flatMap(revision -> result(state.committed(old.key(), stored, revision), context));
    }

    private void prepare(ApiObject object, ApiObject before, Context context) {
        boolean part = context.subresource().isPresent() && context.viewed().isEmpty();
        ResourceStrategy strategy = part
                ? context.subresource().get().strategy() : state.definition().strategy();
        ObjectSchema schema = form.workingSchema();
        // The old object has every field that objects always have, so the new one needs them to be compared with it.
        schema.complete(object);
        takeUnread(object, before);
        context.writer().ifPresent(writer -> tracking.track(object, Optional.of(before), writer));
        if (context.viewed().isEmpty()
                && shared.admission().mutate(admissionRequest(object, before, context), context.warnings())) {
            schema.applyDefaults(object);
            schema.complete(object);
        }
        Object managed = object.metadata().tree().get(MANAGED);
        fields.beforeUpdate(object, before, part);
        strategy.prepareForUpdate(object, before);
        setManaged(object, managed);
        fields.afterUpdate(object, before);
        strategy.permit(object, Optional.of(before), context.user());
        var errors = new ArrayList<FieldError>(MetadataRules.validate(object, state.definition().nameRule()));
        errors.addAll(MetadataRules.validateChange(object, before));
        errors.addAll(schema.validate(object, Optional.of(before)));
        errors.addAll(strategy.validate(object, Optional.of(before)));
        if (!errors.isEmpty()) {
            throw ApiException.invalid(form.kind(), before.metadata().name(), errors);
        }
        shared.admission().validate(admissionRequest(object, before, context), context.warnings());
        context.warnings().addAll(strategy.warnings(object, Optional.of(before)));
    }

    /** Parts that are what they were become texts again, so that nobody needs to look into them. */
    @SuppressWarnings("unchecked") // A tree has no other maps.
    private static void takeUnread(ApiObject object, ApiObject before) {
        before.tree().forEach((field, was) -> {
            if (was instanceof JsonStruct text && JsonStruct.isUnread(was)
                    && object.tree().get(field) instanceof Map<?, ?> now && !JsonStruct.isUnread(now)
                    && text.read().equals(now)) {
                object.tree().put(field, text.of((Map<String, @Nullable Object>) now));
            }
        });
    }

    /** Strategies keep what a caller cannot write, and do not know that the server has written this. */
    private static void setManaged(ApiObject object, @Nullable Object managed) {
        if (managed == null) {
            object.metadata().tree().remove(MANAGED);
        } else {
            object.metadata().tree().put(MANAGED, managed);
        }
    }

    private AdmissionRequest admissionRequest(ApiObject object, ApiObject before, Context context) {
        ObjectMeta metadata = before.metadata();
        Viewed seen = context.viewed().orElseGet(() -> new Viewed(form.workingKind(), object, before));
        return new AdmissionRequest(Operation.UPDATE, context.user(), seen.kind(), state.resource(),
                context.subresource().map(SubresourceDefinition::name).orElse(""), metadata.namespace(),
                metadata.name(), Optional.of(seen.object()), Optional.of(seen.before()), context.dryRun());
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
    private boolean same(CacheEntry old, byte[] stored) {
        byte[] body = old.body();
        byte[] version = (",\"resourceVersion\":\"" + old.revision() + '"').getBytes(StandardCharsets.US_ASCII);
        int from = stored.length - (body.length - version.length);
        if (from < 0) {
            return false;
        }
        // Both begin alike, up to the version that is only in the body or a little further.
        int differs = Arrays.mismatch(body, 0, body.length, stored, from, stored.length);
        for (int at = differs; at >= 0 && at > differs - version.length; at--) {
            if (startsWith(body, at, version)) {
                return sameBehind(at + version.length, from + at, old, stored);
            }
        }
        return false;
    }

    private boolean sameBehind(int at, int storedAt, CacheEntry old, byte[] stored) {
        byte[] was = Arrays.copyOfRange(old.body(), at, old.body().length);
        byte[] wanted = Arrays.copyOfRange(stored, storedAt, stored.length);
        return Arrays.equals(was, wanted) || mayBeReordered(was, wanted)
                && form.stored(old).equals(form.stored(state.entry(old.key(), stored, old.revision())));
    }

    private static boolean startsWith(byte[] bytes, int from, byte[] start) {
        int end = from + start.length;
        return end <= bytes.length && Arrays.equals(bytes, from, end, start, 0, start.length);
    }

    /** Fields in another order are the same bytes in another order, so their sums tell most others apart. */
    private static boolean mayBeReordered(byte[] left, byte[] right) {
        int to = left.length;
        while (to >= BLOCK && Arrays.equals(left, to - BLOCK, to, right, to - BLOCK, to)) {
            to -= BLOCK;
        }
        long difference = 0;
        for (int i = Math.max(0, Arrays.mismatch(left, right)); i < to; i++) {
            difference += left[i] - right[i];
        }
        return difference == 0;
    }

    private Optional<Long> commit(Commit commit) {
        return Commits.run(state.store(), commit) instanceof CommitOutcome.Committed committed
                ? Optional.of(committed.revision()) : Optional.empty();
    }

    private static Optional<WriteResult> result(CacheEntry entry, Context context) {
        return Optional.of(new WriteResult(entry, false, context.warnings()));
    }
}
