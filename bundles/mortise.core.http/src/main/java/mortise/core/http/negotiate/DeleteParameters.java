package mortise.core.http.negotiate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import mortise.core.codec.Decoded;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.Query;
import mortise.core.registry.DeleteOptions;
import org.jspecify.annotations.Nullable;

/** Reads the options of a deletion, which stand in the body, or in the parameters when there is none. */
public final class DeleteParameters {

    private static final List<String> POLICIES = List.of("Foreground", "Background", "Orphan");
    private static final String IGNORE = "ignoreStoreReadErrorWithClusterBreakingPotential";

    private DeleteParameters() {
    }

    /**
     * Reads them; blocks for the body.
     *
     * @throws ApiException 400 when they cannot be read, 422 when they are not valid
     */
    public static DeleteOptions parse(ApiExchange exchange) {
        Decoded body = RequestBody.options(exchange);
        var errors = new ArrayList<FieldError>();
        DeleteOptions options = body.value() == null
                ? ofQuery(exchange.query(), errors) : ofBody(body.value(), errors);
        validate(options, errors);
        WriteParameters.throwIfAny(errors, "DeleteOptions", exchange.plugins().apiDomain());
        return options;
    }

    private static DeleteOptions ofQuery(Query query, List<FieldError> errors) {
        if (query.values().isEmpty()) {
            return DeleteOptions.DEFAULT;
        }
        return new DeleteOptions(
                ParameterParser.number(query, "gracePeriodSeconds"),
                Optional.empty(),
                Optional.empty(),
                ParameterParser.text(query, "propagationPolicy"),
                ParameterParser.flag(query, "orphanDependents"),
                WriteParameters.dryRun(query.all("dryRun"), errors),
                query.flag(IGNORE));
    }

    private static DeleteOptions ofBody(Object value, List<FieldError> errors) {
        if (!(value instanceof Map<?, ?> tree)) {
            throw ApiException.badRequest("couldn't get version/kind; json parse error: json: cannot unmarshal "
                    + ApiObject.typeName(value) + " into Go value of type struct");
        }
        String kind = text(tree, "kind").orElse("DeleteOptions");
        if (!kind.equals("DeleteOptions")) {
            throw ApiException.badRequest("no kind \"" + kind + "\" is registered for version \""
                    + text(tree, "apiVersion").orElse("") + "\" as options of a deletion");
        }
        checkVersion(text(tree, "apiVersion").orElse(""));
        Map<?, ?> preconditions = struct(tree, "preconditions");
        return new DeleteOptions(
                number(tree, "gracePeriodSeconds"),
                text(preconditions, "uid"),
                text(preconditions, "resourceVersion"),
                text(tree, "propagationPolicy"),
                flag(tree, "orphanDependents"),
                WriteParameters.dryRun(texts(tree, "dryRun"), errors),
                flag(tree, IGNORE).orElse(false));
    }

    /** Clients name the version of the group they work with, so any version will do. */
    private static void checkVersion(String apiVersion) {
        if (apiVersion.chars().filter(c -> c == '/').count() > 1) {
            throw ApiException.badRequest(
                    "couldn't get version/kind; json parse error: unexpected GroupVersion string: " + apiVersion);
        }
    }

    private static void validate(DeleteOptions options, List<FieldError> errors) {
        String policy = options.propagationPolicy().orElse("");
        FieldPath field = FieldPath.of("propagationPolicy");
        if (options.propagationPolicy().isPresent() && options.orphanDependents().isPresent()) {
            errors.add(FieldError.invalid(field, policy,
                    "orphanDependents and deletionPropagation cannot be both set"));
        } else if (!policy.isEmpty() && !POLICIES.contains(policy)) {
            errors.add(FieldError.notSupported(field, policy,
                    List.of("Foreground", "Background", "Orphan", "nil")));
        }
    }

    private static Optional<String> text(Map<?, ?> tree, String field) {
        Object value = tree.get(field);
        if (value == null || value instanceof String) {
            return Optional.ofNullable((String) value);
        }
        throw wrongType(value, field, "string");
    }

    private static OptionalLong number(Map<?, ?> tree, String field) {
        Object value = tree.get(field);
        if (value == null || value instanceof Long) {
            return value == null ? OptionalLong.empty() : OptionalLong.of((Long) value);
        }
        throw wrongType(value, field, "int64");
    }

    private static Optional<Boolean> flag(Map<?, ?> tree, String field) {
        Object value = tree.get(field);
        if (value == null || value instanceof Boolean) {
            return Optional.ofNullable((Boolean) value);
        }
        throw wrongType(value, field, "bool");
    }

    private static Map<?, ?> struct(Map<?, ?> tree, String field) {
        Object value = tree.get(field);
        if (value == null || value instanceof Map) {
            return value == null ? Map.of() : (Map<?, ?>) value;
        }
        throw wrongType(value, field, "Preconditions");
    }

    private static List<String> texts(Map<?, ?> tree, String field) {
        Object value = tree.get(field);
        if (value != null && !(value instanceof List)) {
            throw wrongType(value, field, "[]string");
        }
        var texts = new ArrayList<String>();
        for (Object item : value == null ? List.of() : (List<?>) value) {
            if (!(item instanceof String text)) {
                throw wrongType(item, field, "string");
            }
            texts.add(text);
        }
        return texts;
    }

    private static ApiException wrongType(@Nullable Object value, String field, String type) {
        return ApiException.badRequest("json: cannot unmarshal " + ApiObject.typeName(value)
                + " into Go struct field DeleteOptions." + field + " of type " + type);
    }
}
