package mortise.core.registry;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.LongFunction;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.GroupVersionKind;
import mortise.api.ObjectMeta;
import mortise.core.cache.CacheEntry;
import mortise.core.codec.JsonEncoder;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.group.WriteRule;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Deletes objects. What has no finalizer, no grace period and nothing else that holds it back goes at once; the rest is
 * marked, and goes with the change that removes the last hindrance.
 */
final class Deletion {

    private static final String GRACE = "deletionGracePeriodSeconds";

    private final ResourceState state;
    private final GroupVersionKind kind;
    private final Resources shared;
    private final UnsafeDeletion unsafe;

    Deletion(ResourceState state, GroupVersionKind kind, Resources shared) {
        this.state = state;
        this.kind = kind;
        this.shared = shared;
        this.unsafe = new UnsafeDeletion(state, shared.gates());
    }

    DeleteResult delete(DeleteRequest request) {
        DeletionOptions.check(request.options());
        if (unsafe.wanted(request.options())) {
            return unsafe.delete(request);
        }
        return write(request);
    }

    private DeleteResult write(DeleteRequest request) {
        return state.write(request.namespace(), request.name(), () -> {
            Step step = step(state.require(request.namespace(), request.name()), request);
            return step.commit() == null ? Optional.of(step.unwritten())
                    : step.ended(Commits.run(state.store(), step.commit()));
        });
    }

    /** A deletion whose commit the store has been given. */
    interface Begun {

        /** Waits for its end. If another writer was faster, the deletion is done again, from its beginning. */
        DeleteResult end();
    }

    /**
     * Begins a deletion without waiting for the store. Of deletions that are begun one after the other the store takes
     * the commits in this order.
     *
     * @param request its options have been checked, and do not ask for an unsafe deletion
     */
    Begun begin(DeleteRequest request) {
        Step step = step(state.require(request.namespace(), request.name()), request);
        if (step.commit() == null) {
            return step::unwritten;
        }
        CompletionStage<CommitOutcome> commit = Commits.begin(state.store(), step.commit());
        return () -> step.ended(Commits.await(commit)).orElseGet(() -> write(request));
    }

    /**
     * What a deletion does next.
     *
     * @param commit what is to be written; nothing in a dry run, and when the object is as it should be
     * @param revision that of the object as it is
     * @param result makes the result of the revision of the commit
     */
    private record Step(@Nullable Commit commit, long revision, LongFunction<DeleteResult> result) {

        DeleteResult unwritten() {
            return result.apply(revision);
        }

        /** Returns the result, nothing when another writer was faster. */
        Optional<DeleteResult> ended(CommitOutcome outcome) {
            return outcome instanceof CommitOutcome.Committed committed
                    ? Optional.of(result.apply(committed.revision())) : Optional.empty();
        }
    }

    private Step step(CacheEntry entry, DeleteRequest request) {
        checkPreconditions(entry, request.options());
        ApiObject object = entry.toUnreadObject(kind);
        admit(object, request);
        Mark mark = mark(object, request.options());
        if (mark.goes()) {
            return removal(entry, object, mark.graceful(), request.options().dryRun());
        }
        return mark.changed() ? marking(entry, object, request.options().dryRun())
                : new Step(null, entry.revision(), revision -> new DeleteResult(entry, false));
    }

    private void admit(ApiObject object, DeleteRequest request) {
        var admission = new AdmissionRequest(Operation.DELETE, request.user(), kind, state.resource(), "",
                request.namespace(), request.name(), Optional.empty(), Optional.of(object),
                request.options().dryRun(), Optional.of(DeletionOptions.toObject(request.options())), false);
        var unheard = new ArrayList<String>();
        shared.admission().mutate(admission, unheard);
        shared.admission().validate(admission, unheard);
    }

    private void checkPreconditions(CacheEntry entry, DeleteOptions options) {
        options.preconditionUid().filter(uid -> !uid.equals(entry.uid())).ifPresent(uid -> {
            throw mismatch(entry, "UID", uid, entry.uid());
        });
        String revision = Long.toString(entry.revision());
        options.preconditionResourceVersion().filter(version -> !version.equals(revision)).ifPresent(version -> {
            throw mismatch(entry, "ResourceVersion", version, revision);
        });
    }

    private ApiException mismatch(CacheEntry entry, String what, String wanted, String is) {
        // Named by kind, as everything about the preconditions of a deletion is.
        return new ApiException(ApiStatus.of(ErrorReason.CONFLICT,
                "Operation cannot be fulfilled on " + kind.kind() + " \"" + entry.name() + "\": the " + what
                + " in the precondition (" + wanted + ") does not match the " + what + " in record (" + is
                + "). The object might have been " + (what.equals("UID") ? "deleted and then recreated" : "modified"),
                new ApiStatus.Details(entry.name(), kind.group(), kind.kind(), "", List.of(), 0)));
    }

    /**
     * What a deletion does to an object.
     *
     * @param goes whether nothing holds it back
     * @param graceful whether the kind has grace periods
     * @param changed whether its metadata has changed
     */
    private record Mark(boolean goes, boolean graceful, boolean changed) {
    }

    /** Writes the deletion into the object's metadata. */
    private Mark mark(ApiObject object, DeleteOptions options) {
        ObjectMeta metadata = object.metadata();
        List<String> before = metadata.finalizers();
        List<String> finalizers = Finalizers.after(before, options,
                state.definition().writeRules().contains(WriteRule.ORPHANS_DEPENDENTS));
        boolean changed = !finalizers.equals(before);
        metadata.setFinalizers(finalizers);
        boolean first = metadata.deletionTimestamp().isEmpty();
        OptionalLong grace = state.definition().strategy().gracePeriodSeconds(object, options.gracePeriodSeconds());
        if (first) {
            begin(metadata, grace.orElse(0));
            changed = true;
        } else if (grace.isPresent() && options.gracePeriodSeconds().isPresent()) {
            changed |= shorten(metadata, grace.getAsLong());
        }
        boolean held = !finalizers.isEmpty() || graceOf(metadata) > 0
                || state.definition().strategy().heldBack(object);
        if (held && first) {
            state.definition().strategy().prepareForDelete(object);
        }
        return new Mark(!held, grace.isPresent(), changed);
    }

    private void begin(ObjectMeta metadata, long graceSeconds) {
        Instant end = shared.clock().instant().plusSeconds(graceSeconds);
        metadata.setDeletionTimestamp(ObjectMeta.time(end));
        metadata.tree().put(GRACE, graceSeconds);
        if (metadata.generation() > 0) {
            metadata.setGeneration(metadata.generation() + 1);
        }
    }

    /** A later deletion may only leave less time. */
    private static boolean shorten(ObjectMeta metadata, long graceSeconds) {
        long was = graceOf(metadata);
        if (graceSeconds >= was) {
            return false;
        }
        Instant end = Instant.parse(metadata.deletionTimestamp()).minusSeconds(was).plusSeconds(graceSeconds);
        metadata.setDeletionTimestamp(ObjectMeta.time(end));
        metadata.tree().put(GRACE, graceSeconds);
        return true;
    }

    private static long graceOf(ObjectMeta metadata) {
        return metadata.tree().get(GRACE) instanceof Long seconds ? seconds : 0;
    }

    private Step removal(CacheEntry entry, ApiObject object, boolean graceful, boolean dryRun) {
        Commit commit = dryRun ? null : Commit.delete(entry.key(), entry.revision());
        return new Step(commit, entry.revision(), revision -> {
            if (!dryRun) {
                state.definition().strategy().deleted(object);
            }
            return removed(entry, object, graceful, revision);
        });
    }

    private DeleteResult removed(CacheEntry entry, ApiObject object, boolean graceful, long revision) {
        boolean shown = graceful || state.definition().writeRules().contains(WriteRule.DELETE_RETURNS_OBJECT);
        if (!shown) {
            return new DeleteResult(entry, true);
        }
        ApiObject last = graceful ? object : entry.toUnreadObject(kind);
        last.setKind(state.storedKind());
        return new DeleteResult(state.entry(entry.key(), JsonEncoder.encodeStored(last), revision), true);
    }

    private Step marking(CacheEntry entry, ApiObject object, boolean dryRun) {
        object.setKind(state.storedKind());
        byte[] stored = JsonEncoder.encodeStored(object);
        Commit commit = dryRun ? null : Commit.replace(entry.key(), entry.revision(), stored);
        return new Step(commit, entry.revision(),
                revision -> new DeleteResult(state.entry(entry.key(), stored, revision), false));
    }
}
