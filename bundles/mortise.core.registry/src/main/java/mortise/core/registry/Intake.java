package mortise.core.registry;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
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

    /** How what is told of YAML begins. */
    private static final Pattern SENTENCE = Pattern.compile("line \\d+: |yaml: ");

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
            settle(faults(object, duplicates(body, validation)), validation, warnings);
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
     * @param duplicates fields that stood twice in the patch
     * @throws ApiException 422 about {@code patch} when it is not an object of the kind any more
     */
    ApiObject patched(@Nullable Object result, Supplier<String> shown, List<String> duplicates,
            FieldValidation validation, List<String> warnings) {
        try {
            ApiObject object = object(result);
            if (!object.kind().equals(kind.kind()) || !object.apiVersion().equals(kind.groupVersion().toString())) {
                throw ApiException.badRequest("no kind \"" + object.kind() + "\" is registered for version \""
                        + object.apiVersion() + "\"");
            }
            settle(faults(object, duplicates), validation, warnings);
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

    @SuppressWarnings("unchecked")
    private ApiObject object(@Nullable Object value) {
        if (!(value instanceof Map)) {
            throw ApiException.badRequest("json: cannot unmarshal "
                    + (value instanceof List ? "array" : "value") + " into Go value of type v1." + kind.kind());
        }
        return new ApiObject((Map<String, @Nullable Object>) value);
    }

    private static List<String> duplicates(Decoded body, FieldValidation validation) {
        return body.duplicateLines().isEmpty() ? body.duplicateFields()
                : validation == FieldValidation.STRICT ? body.strictErrors() : body.duplicateLines();
    }

    private List<String> faults(ApiObject object, List<String> duplicates) {
        var unknown = new LinkedHashSet<>(MetadataShape.apply(object));
        unknown.addAll(schema.prune(object));
        var faults = new ArrayList<String>();
        for (String duplicate : duplicates) {
            // YAML duplicates come with their line, as a sentence. What is not known at all is not called twice.
            if (!unknown.contains(duplicate)) {
                boolean sentence = SENTENCE.matcher(duplicate).lookingAt();
                faults.add(sentence ? duplicate : "duplicate field \"" + duplicate + "\"");
            }
        }
        unknown.forEach(field -> faults.add("unknown field \"" + field + "\""));
        return faults;
    }

    private static void settle(List<String> faults, FieldValidation validation, List<String> warnings) {
        if (validation == FieldValidation.STRICT && !faults.isEmpty()) {
            throw ApiException.badRequest("strict decoding error: " + String.join(", ", faults));
        }
        if (validation == FieldValidation.WARN) {
            warnings.addAll(faults);
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
