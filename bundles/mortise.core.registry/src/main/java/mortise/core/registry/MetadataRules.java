package mortise.core.registry;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import mortise.api.ObjectMeta;
import mortise.api.Syntax;
import mortise.core.codec.JsonEncoder;
import mortise.core.schema.Names;
import mortise.spi.group.NameRule;

/** What must hold for {@code metadata} of every kind. Pure. */
final class MetadataRules {

    /** Bytes of all annotation keys and values of an object together. */
    static final int ANNOTATION_BYTES_MAX = 256 * 1024;

    static final String ORPHAN = "orphan";
    static final String FOREGROUND = "foregroundDeletion";

    private static final FieldPath METADATA = FieldPath.of("metadata");
    private static final FieldPath LABELS = METADATA.child("labels");
    private static final FieldPath ANNOTATIONS = METADATA.child("annotations");
    private static final FieldPath FINALIZERS = METADATA.child("finalizers");
    private static final FieldPath OWNERS = METADATA.child("ownerReferences");
    private static final Set<String> STANDARD_FINALIZERS = Set.of(ORPHAN, FOREGROUND, "kubernetes");

    private MetadataRules() {
    }

    /** Returns what is wrong with the metadata of any object. */
    static List<FieldError> validate(ApiObject object, NameRule rule) {
        ObjectMeta metadata = object.metadata();
        var errors = new ArrayList<FieldError>();
        checkNames(metadata, rule, errors);
        if (metadata.generation() < 0) {
            errors.add(FieldError.invalid(METADATA.child("generation"), metadata.generation(),
                    "must be greater than or equal to 0"));
        }
        checkLabels(metadata.labels(), errors);
        checkAnnotations(metadata.annotations(), errors);
        checkOwners(metadata, errors);
        checkFinalizers(metadata.finalizers(), errors);
        return errors;
    }

    /** Returns what is wrong with a change of the metadata, besides what is wrong with the new metadata itself. */
    static List<FieldError> validateChange(ApiObject object, ApiObject old) {
        ObjectMeta now = object.metadata();
        ObjectMeta was = old.metadata();
        var errors = new ArrayList<FieldError>();
        checkNewFinalizers(now, was, errors);
        immutable("name", now.name(), was.name(), errors);
        immutable("namespace", now.namespace(), was.namespace(), errors);
        immutable("uid", now.uid(), was.uid(), errors);
        immutable("deletionTimestamp", now.deletionTimestamp(), was.deletionTimestamp(), errors);
        Object grace = now.tree().get("deletionGracePeriodSeconds");
        if (grace != null && !grace.equals(was.tree().get("deletionGracePeriodSeconds"))) {
            errors.add(FieldError.invalid(METADATA.child("deletionGracePeriodSeconds"), grace, "field is immutable"));
        }
        return errors;
    }

    private static void immutable(String field, String now, String was, List<FieldError> errors) {
        if (!now.equals(was)) {
            errors.add(FieldError.invalid(METADATA.child(field), now, "field is immutable"));
        }
    }

    private static void checkNames(ObjectMeta metadata, NameRule rule, List<FieldError> errors) {
        String prefix = metadata.generateName();
        if (!prefix.isEmpty()) {
            // The generated part follows, so a prefix may end as a name may not.
            String shown = prefix.length() > 1 && prefix.endsWith("-")
                    ? prefix.substring(0, prefix.length() - 2) + "a" : prefix;
            rule.check(shown).ifPresent(why ->
                    errors.add(FieldError.invalid(METADATA.child("generateName"), prefix, why)));
        }
        if (metadata.name().isEmpty()) {
            errors.add(FieldError.required(METADATA.child("name"), "name or generateName is required"));
        } else {
            rule.check(metadata.name()).ifPresent(why ->
                    errors.add(FieldError.invalid(METADATA.child("name"), metadata.name(), why)));
        }
    }

    private static void checkLabels(Map<String, String> labels, List<FieldError> errors) {
        labels.forEach((key, value) -> {
            Syntax.labelKey(key).ifPresent(why -> errors.add(FieldError.invalid(LABELS, key, why)));
            Syntax.labelValue(value).ifPresent(why -> errors.add(FieldError.invalid(LABELS, value, why)));
        });
    }

    private static void checkAnnotations(Map<String, String> annotations, List<FieldError> errors) {
        long bytes = 0;
        for (Map.Entry<String, String> annotation : annotations.entrySet()) {
            String key = annotation.getKey();
            Syntax.labelKey(key.toLowerCase(Locale.ROOT)).ifPresent(why ->
                    errors.add(FieldError.invalid(ANNOTATIONS, key, why)));
            bytes += (long) Names.bytes(key) + Names.bytes(annotation.getValue());
        }
        if (bytes > ANNOTATION_BYTES_MAX) {
            errors.add(FieldError.tooLong(ANNOTATIONS, ANNOTATION_BYTES_MAX));
        }
    }

    private static void checkFinalizers(List<String> finalizers, List<FieldError> errors) {
        for (int i = 0; i < finalizers.size(); i++) {
            String finalizer = finalizers.get(i);
            Syntax.labelKey(finalizer).ifPresent(why -> errors.add(FieldError.invalid(FINALIZERS, finalizer, why)));
            if (finalizer.indexOf('/') < 0 && !STANDARD_FINALIZERS.contains(finalizer)) {
                errors.add(FieldError.invalid(FINALIZERS.index(i), finalizer,
                        "name is neither a standard finalizer name nor is it fully qualified"));
            }
        }
        if (finalizers.contains(ORPHAN) && finalizers.contains(FOREGROUND)) {
            errors.add(FieldError.invalid(FINALIZERS, finalizers,
                    "finalizer orphan and foregroundDeletion cannot be both set"));
        }
    }

    private static void checkNewFinalizers(ObjectMeta now, ObjectMeta was, List<FieldError> errors) {
        if (was.deletionTimestamp().isEmpty()) {
            return;
        }
        List<String> added = now.finalizers();
        added.removeAll(was.finalizers());
        if (!added.isEmpty()) {
            String list = String.join("\", \"", added);
            errors.add(FieldError.forbidden(FINALIZERS,
                    "no new finalizers can be added if the object is being deleted, found new finalizers []string{\""
                    + list + "\"}"));
        }
    }

    private static void checkOwners(ObjectMeta metadata, List<FieldError> errors) {
        if (!(metadata.tree().get("ownerReferences") instanceof List<?> owners)) {
            return;
        }
        var controllers = new ArrayList<String>();
        for (Object item : owners) {
            Map<?, ?> owner = (Map<?, ?>) item;
            checkOwner(owner, errors);
            if (Boolean.TRUE.equals(owner.get("controller"))) {
                controllers.add(owner.get("kind") + "/" + owner.get("name"));
            }
        }
        if (controllers.size() > 1) {
            errors.add(new FieldError(FieldError.Type.INVALID, OWNERS.toString(), "Invalid value: " + json(owners)
                    + ": Only one reference can have Controller set to true. Found \"true\" in references for "
                    + controllers.get(0) + " and " + controllers.get(1)));
        }
    }

    private static void checkOwner(Map<?, ?> owner, List<FieldError> errors) {
        String apiVersion = text(owner, "apiVersion");
        String version = apiVersion.substring(apiVersion.indexOf('/') + 1);
        if (version.isEmpty() || version.indexOf('/') >= 0) {
            errors.add(FieldError.invalid(OWNERS.child("apiVersion"), apiVersion, "version must not be empty"));
        }
        for (String field : List.of("kind", "name", "uid")) {
            if (text(owner, field).isEmpty()) {
                errors.add(FieldError.invalid(OWNERS.child(field), "", "must not be empty"));
            }
        }
        if (apiVersion.equals("v1") && text(owner, "kind").equals("Event")) {
            errors.add(new FieldError(FieldError.Type.INVALID, OWNERS.toString(), "Invalid value: " + json(owner)
                    + ": /v1, Kind=Event is disallowed from being an owner"));
        }
    }

    private static String text(Map<?, ?> struct, String field) {
        return struct.get(field) instanceof String s ? s : "";
    }

    private static String json(Object value) {
        return new String(JsonEncoder.encode(value), StandardCharsets.UTF_8);
    }
}
