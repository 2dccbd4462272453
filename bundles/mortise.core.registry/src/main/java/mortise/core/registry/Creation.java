package mortise.core.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.FieldError;
import mortise.api.ObjectMeta;
import mortise.api.UserInfo;
import mortise.core.cache.CacheEntry;
import mortise.core.codec.JsonEncoder;
import mortise.core.patch.apply.FieldWriter;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.Reservation;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;

/** Stores new objects. */
final class Creation {

    private static final int RETRY_AFTER_SECONDS = 1;

    private final ResourceState state;
    private final VersionForm form;
    private final Resources shared;
    private final ServerFields fields;
    private final FieldTracking tracking;

    Creation(ResourceState state, VersionForm form, Resources shared, FieldTracking tracking) {
        this.state = state;
        this.form = form;
        this.shared = shared;
        this.fields = new ServerFields(state.definition(), shared.clock(), shared.uids());
        this.tracking = tracking;
    }

    /**
     * Who creates what, and how.
     *
     * @param user who does it
     * @param writer whose the fields become; nothing when the object says already whose its fields are
     * @param dryRun whether nothing is stored
     * @param warnings what the caller is told; grows
     */
    record Context(UserInfo user, Optional<FieldWriter> writer, boolean dryRun, List<String> warnings) {
    }

    /** Stores an object of which the namespace is set and the shape is checked, in the form that strategies see. */
    WriteResult create(ApiObject object, Context context) {
        UserInfo user = context.user();
        boolean dryRun = context.dryRun();
        List<String> warnings = context.warnings();
        ObjectMeta metadata = object.metadata();
        ObjectSchema schema = form.workingSchema();
        ServerFields.clear(object);
        // Who creates an object owns the fields that objects always have, too.
        schema.complete(object);
        context.writer().ifPresent(writer -> tracking.track(object, Optional.empty(), writer));
        if (shared.admission().mutate(admissionRequest(object, user, dryRun), warnings)) {
            schema.applyDefaults(object);
        }
        boolean generate = metadata.name().isEmpty() && !metadata.generateName().isEmpty();
        for (int attempt = 1;; attempt++) {
            if (generate) {
                metadata.setName(shared.names().generate(metadata.generateName()));
            }
            prepare(object, schema, user);
            shared.admission().validate(admissionRequest(object, user, dryRun), warnings);
            warnings.addAll(state.definition().strategy().warnings(object, Optional.empty()));
            Inserted inserted = reserveAndInsert(object, schema, dryRun);
            if (inserted.entry().isPresent()) {
                return new WriteResult(inserted.entry().get(), true, warnings);
            }
            if (!generate || attempt == NameGenerator.ATTEMPTS_MAX) {
                throw taken(metadata.name(), inserted.taken(), generate);
            }
        }
    }

    private void prepare(ApiObject object, ObjectSchema schema, UserInfo user) {
        fields.beforeCreate(object);
        state.definition().strategy().prepareForCreate(object, user);
        state.definition().strategy().permit(object, Optional.empty(), user);
        var errors = new ArrayList<FieldError>(MetadataRules.validate(object, state.definition().nameRule()));
        errors.addAll(schema.validate(object, Optional.empty()));
        errors.addAll(state.definition().strategy().validate(object, Optional.empty()));
        if (!errors.isEmpty()) {
            throw ApiException.invalid(form.kind(), object.metadata().name(), errors);
        }
    }

    private AdmissionRequest admissionRequest(ApiObject object, UserInfo user, boolean dryRun) {
        ObjectMeta metadata = object.metadata();
        return new AdmissionRequest(Operation.CREATE, user, form.workingKind(), state.resource(), "",
                metadata.namespace(), metadata.name(), Optional.of(object), Optional.empty(), dryRun);
    }

    /**
     * How an insertion ended.
     *
     * @param entry the stored object, unless the name was taken
     * @param taken who has the name
     */
    private record Inserted(Optional<CacheEntry> entry, Optional<CacheEntry> taken) {
    }

    private Inserted reserveAndInsert(ApiObject object, ObjectSchema schema, boolean dryRun) {
        Reservation reservation = state.definition().strategy().reserve(object, Optional.empty(), dryRun);
        schema.complete(object);
        // After a failure nobody knows whether the object is stored, so what it took is not given to another.
        Inserted inserted = insert(object, dryRun);
        if (inserted.entry().isPresent()) {
            reservation.keep();
        } else {
            reservation.giveBack();
        }
        return inserted;
    }

    private Inserted insert(ApiObject object, boolean dryRun) {
        ObjectMeta metadata = object.metadata();
        String key = state.keys().key(metadata.namespace(), metadata.name());
        object.setKind(state.storedKind());
        byte[] stored = JsonEncoder.encodeStored(object);
        if (dryRun) {
            Optional<CacheEntry> taken = state.current(metadata.namespace(), metadata.name());
            return new Inserted(taken.isPresent() ? Optional.empty() : Optional.of(state.entry(key, stored, 0)), taken);
        }
        CommitOutcome outcome = Commits.run(state.store(), Commit.create(key, stored));
        if (outcome instanceof CommitOutcome.Committed committed) {
            return new Inserted(Optional.of(state.committed(key, stored, committed.revision())), Optional.empty());
        }
        return new Inserted(Optional.empty(), ((CommitOutcome.Refused) outcome).current().map(state::entry));
    }

    private ApiException taken(String name, Optional<CacheEntry> by, boolean generated) {
        ApiStatus status = ApiException.alreadyExists(state.resource(), name).status();
        if (generated) {
            var details = new ApiStatus.Details(
                    name, state.resource().group(), state.resource().resource(), "", List.of(), RETRY_AFTER_SECONDS);
            return new ApiException(ApiStatus.of(ErrorReason.ALREADY_EXISTS, status.message()
                    + ", the server was not able to generate a unique name for the object", details));
        }
        return by.filter(CacheEntry::terminating).isEmpty() ? new ApiException(status) : new ApiException(new ApiStatus(
                ErrorReason.ALREADY_EXISTS, "object is being deleted: " + status.message(), status.details()));
    }
}
