package mortise.group.apiextensions;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;

/** The schema of a version: what its objects look like. */
final class Schemas {

    /** JSON names of what the root may have, for all else would be lost when the status is checked by itself. */
    private static final List<String> AT_ROOT = List.of("description", "type", "format", "title", "maximum",
            "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength", "pattern", "maxItems",
            "minItems", "uniqueItems", "multipleOf", "required", "items", "properties", "externalDocs", "example",
            "x-kubernetes-preserve-unknown-fields", "x-kubernetes-validations");
    /** The same as messages name them. */
    private static final String AT_ROOT_SHOWN = "[Description Type Format Title Maximum ExclusiveMaximum Minimum"
            + " ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items"
            + " Properties ExternalDocs Example XPreserveUnknownFields XValidations]";
    private static final String WITH_STATUS = " at the root of the schema if the status subresource is enabled";

    private Schemas() {
    }

    /**
     * Checks a {@code CustomResourceValidation}.
     *
     * @param status whether the version has a subresource for its status
     */
    static void validate(FieldView validation, boolean status, List<FieldError> errors) {
        FieldView schema = validation.at("openAPIV3Schema");
        if (!schema.present()) {
            return;
        }
        if (status) {
            root(schema);
        }
        if (schema.at("nullable").flag()) {
            schema.at("nullable").forbidden("nullable cannot be true at the root");
        }
        var structural = new ArrayList<FieldError>();
        StructuralRules.validate(schema.reportingTo(structural));
        structural.sort(Comparator.comparing(FieldError::toString));
        errors.addAll(structural);
        if (structural.isEmpty()) {
            SchemaDefaults.validate(schema);
        }
        SchemaRules.validate(schema);
        if (structural.isEmpty()) {
            ValueRules.validate(schema);
        }
    }

    private static void root(FieldView schema) {
        if (!schema.at("type").isEmpty() && !schema.at("type").isOneOf("object")) {
            schema.at("type").invalid("only \"object\" is allowed as the type" + WITH_STATUS);
        } else if (schema.value() instanceof Map<?, ?> fields && !AT_ROOT.containsAll(fields.keySet())) {
            schema.invalid("only " + AT_ROOT_SHOWN + " fields are allowed" + WITH_STATUS);
        }
    }
}
