package mortise.core.registry;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ErrorReason;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import mortise.api.GroupVersionKind;
import mortise.core.codec.Decoded;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.StructType;
import org.jspecify.annotations.Nullable;

/** Makes an object of a kind from what a client sent: known fields of the right types only, the rest refused. */
final class Intake {

    private static final GroupVersionKind NO_KIND = new GroupVersionKind("", "", "");

    private final GroupVersionKind kind;
    private final ObjectSchema schema;

    Intake(GroupVersionKind kind, ObjectSchema schema) {
        this.kind = kind;
        this.schema = schema;
    }

    /** Returns the fields of objects, or nothing when they may have any. */
    Optional<StructType> type() {
        return schema.type();
    }

    /**
     * Returns the object of a body. Its tree is that of the body.
     *
     * @param warnings gets what the caller is told about
     * @throws ApiException 400 when it is not an object of the kind, or has unknown fields where none may be
     */
    ApiObject body(Decoded body, FieldValidation validation, List<String> warnings) {
        try {
            ApiObject object = object(body.value());
            settle(body, faults(object), validation, warnings);
            dedupeOwners(object, warnings);
            return object;
        } catch (ApiException refused) {
            if (refused.status().reason() != ErrorReason.BAD_REQUEST) {
                throw refused;
            }
            throw ApiException.badRequest(kind.kind() + " in version \"" + kind.version()
                    + "\" cannot be handled as a " + kind.kind() + ": " + refused.status().message());
        }
    }

    /**
     * Returns the object that a patch has made.
     *
     * @param shown the outcome or the patch, as a refusal shows it
     * @param patch as it was sent
     * @throws ApiException 422 about {@code patch} when it is not an object of the kind any more
     */
    ApiObject patched(@Nullable Object result, Supplier<String> shown, Decoded patch,
            FieldValidation validation, List<String> warnings) {
        try {
            ApiObject object = object(result);
            if (!object.kind().equals(kind.kind()) || !object.apiVersion().equals(kind.groupVersion().toString())) {
                throw ApiException.badRequest("no kind \"" + object.kind() + "\" is registered for version \""
                        + object.apiVersion() + "\"");
            }
            settle(patch, faults(object), validation, warnings);
            dedupeOwners(object, warnings);
            return object;
        } catch (ApiException refused) {
            if (refused.status().reason() != ErrorReason.BAD_REQUEST) {
                throw refused;
            }
            throw ApiException.invalid(NO_KIND, "", List.of(
                    FieldError.invalid(FieldPath.of("patch"), shown.get(), refused.status().message())));
        }
    }

    /**
     * Returns what an applier wants of an object: all that was sent, its values in their canonical form. Also what
     * means nothing, such as an empty list, is wanted, and has to be taken out of what becomes of it by
     * {@link #settled}.
     *
     * @param body not changed
     * @param warnings gets what the caller is told about
     * @throws ApiException 400 when it is not of the kind or has fields that the kind does not have
     */
    ApiObject intent(Decoded body, FieldValidation validation, List<String> warnings) {
        ApiObject intent = object(ApiObject.copy(body.value()));
        if (!intent.kind().equals(kind.kind()) || !intent.apiVersion().equals(kind.groupVersion().toString())) {
            throw ApiException.badRequest("invalid object type: " + shownKind(intent));
        }
        if (intent.at("metadata", "managedFields") != null) {
            throw ApiException.badRequest("metadata.managedFields must be nil");
        }
        if (validation == FieldValidation.STRICT && !body.duplicateFields().isEmpty()) {
            throw ApiException.badRequest("error strict decoding YAML: error converting YAML to JSON: "
                    + String.join(", ", body.strictErrors()));
        }
        settle(body, Set.of(), validation, warnings);
        String refusal = "failed to create typed patch object (" + intent.textAt("metadata", "namespace") + "/"
                + intent.textAt("metadata", "name") + "; " + shownKind(intent) + "): ";
        Set<String> unknown;
        ApiObject sent = intent.deepCopy();
        try {
            unknown = faults(intent);
        } catch (ApiException refused) {
            throw ApiException.badRequest(refusal + refused.status().message());
        }
        if (type().isEmpty()) {
            settle(new Decoded(null, List.of()), unknown, validation, warnings);
        } else if (!unknown.isEmpty()) {
            throw ApiException.badRequest(
                    refusal + "." + unknown.iterator().next() + ": field not declared in schema");
        } else {
            putBack(sent.tree(), intent.tree());
        }
        return intent;
    }

    private static String shownKind(ApiObject intent) {
        String version = intent.apiVersion();
        return (version.contains("/") ? "" : "/") + version + ", Kind=" + intent.kind();
    }

    /** Puts what was taken out of a tree because it means nothing back into it. */
    @SuppressWarnings("unchecked")
    private static void putBack(@Nullable Object sent, @Nullable Object kept) {
        if (sent instanceof Map<?, ?> all && kept instanceof Map<?, ?> some) {
            all.forEach((field, value) -> {
                Object same = some.get(field);
                if (same != null) {
                    putBack(value, same);
                } else if (value != null) {
                    ((Map<String, @Nullable Object>) some).put((String) field, value);
                }
            });
        } else if (sent instanceof List<?> all && kept instanceof List<?> some && all.size() == some.size()) {
            for (int i = 0; i < all.size(); i++) {
                putBack(all.get(i), some.get(i));
            }
        }
    }

    /** Takes what means nothing out of an object that was made of an intent. */
    ApiObject settled(ApiObject object) {
        faults(object);
        return object;
    }

    @SuppressWarnings("unchecked")
    private ApiObject object(@Nullable Object value) {
        if (!(value instanceof Map)) {
            throw ApiException.badRequest("json: cannot unmarshal "
                    + (value instanceof List ? "array" : "value") + " into Go value of type v1." + kind.kind());
        }
        return new ApiObject((Map<String, @Nullable Object>) value);
    }

    /** Puts an object into shape and returns the paths of the fields that it had and that do not exist. */
    private Set<String> faults(ApiObject object) {
        var unknown = new LinkedHashSet<>(MetadataShape.apply(object));
        unknown.addAll(schema.prune(object));
        return unknown;
    }

    private static void settle(
            Decoded body, Set<String> unknown, FieldValidation validation, List<String> warnings) {
        boolean strict = validation == FieldValidation.STRICT;
        if (validation == FieldValidation.IGNORE) {
            return;
        }
        // What is not known at all is not called twice.
        Set<String> twice = new LinkedHashSet<>(body.duplicateFields());
        twice.removeAll(unknown);
        Decoded known = new Decoded(null, List.copyOf(twice), body.duplicateLines());
        List<String> faults = new ArrayList<>(strict ? known.strictErrors() : known.warnings());
        unknown.forEach(field -> faults.add("unknown field \"" + field + "\""));
        if (!strict) {
            warnings.addAll(faults);
        } else if (!faults.isEmpty()) {
            throw ApiException.badRequest("strict decoding error: " + String.join(", ", faults));
        }
    }

    private static void dedupeOwners(ApiObject object, List<String> warnings) {
        Map<String, @Nullable Object> metadata = object.metadata().tree();
        if (!(metadata.get("ownerReferences") instanceof List<?> owners)) {
            return;
        }
        Set<@Nullable Object> once = new LinkedHashSet<>(owners);
        if (once.isEmpty()) {
            metadata.remove("ownerReferences");
        } else if (once.size() < owners.size()) {
            metadata.put("ownerReferences", new ArrayList<>(once));
            warnings.add(".metadata.ownerReferences contains duplicate entries; API server dedups owner references in"
                    + " 1.20+, and may reject such requests as early as 1.24; please fix your requests");
        }
    }
}
