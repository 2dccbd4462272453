package mortise.core.http.negotiate;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import mortise.api.ApiException;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import mortise.api.GroupVersionKind;
import mortise.core.http.exchange.Query;
import mortise.core.registry.FieldValidation;
import mortise.core.registry.WriteOptions;

/** Reads the parameters of writes. Pure. */
public final class WriteParameters {

    private static final int MANAGER_BYTES_MAX = 128;

    private WriteParameters() {
    }

    /**
     * Reads them.
     *
     * @param optionsKind name that errors give the parameters, for example {@code CreateOptions}
     * @param apiDomain suffix of built-in group names
     * @throws ApiException 422 with every parameter that is not valid
     */
    public static WriteOptions parse(Query query, String userAgent, String optionsKind, String apiDomain) {
        return parse(query, userAgent, optionsKind, apiDomain, new ArrayList<>());
    }

    /**
     * Reads those of a patch.
     *
     * @param apply whether it is a server-side apply, which is done in somebody's name and may use force
     * @throws ApiException 422 with every parameter that is not valid
     */
    public static WriteOptions parsePatch(Query query, String userAgent, boolean apply, String apiDomain) {
        var errors = new ArrayList<FieldError>();
        if (apply && query.first("fieldManager").isEmpty()) {
            errors.add(FieldError.required(FieldPath.of("fieldManager"), "is required for apply patch"));
        }
        if (!apply && query.has("force")) {
            errors.add(FieldError.forbidden(FieldPath.of("force"), "may not be specified for non-apply patch"));
        }
        WriteOptions options = parse(query, userAgent, "PatchOptions", apiDomain, errors);
        return new WriteOptions(
                options.dryRun(), options.fieldValidation(), options.fieldManager(), query.flag("force"));
    }

    private static WriteOptions parse(
            Query query, String userAgent, String optionsKind, String apiDomain, List<FieldError> errors) {
        boolean dryRun = dryRun(query.all("dryRun"), errors);
        FieldValidation validation = validation(query.first("fieldValidation"), errors);
        String manager = query.first("fieldManager");
        checkManager(manager, errors);
        throwIfAny(errors, optionsKind, apiDomain);
        return new WriteOptions(dryRun, validation, manager.isEmpty() ? managerOf(userAgent) : manager);
    }

    /** Refuses parameters with 422 when there are errors. */
    static void throwIfAny(List<FieldError> errors, String optionsKind, String apiDomain) {
        if (!errors.isEmpty()) {
            throw ApiException.invalid(new GroupVersionKind("meta." + apiDomain, "v1", optionsKind), "", errors);
        }
    }

    /** Reads {@code dryRun}, whose only values are {@code All} and, as if it were not there, none. */
    static boolean dryRun(List<String> values, List<FieldError> errors) {
        if (values.stream().anyMatch(value -> !value.isEmpty() && !value.equals("All"))) {
            // Clients are told all the values in one.
            errors.add(FieldError.notSupported(FieldPath.of("dryRun"), values, List.of("All")));
        }
        return values.contains("All");
    }

    private static FieldValidation validation(String text, List<FieldError> errors) {
        switch (text) {
            case "", "Warn":
                return FieldValidation.WARN;
            case "Ignore":
                return FieldValidation.IGNORE;
            case "Strict":
                return FieldValidation.STRICT;
            default:
                errors.add(FieldError.notSupported(FieldPath.of("fieldValidation"), text,
                        List.of("", "Ignore", "Strict", "Warn")));
                return FieldValidation.WARN;
        }
    }

    private static void checkManager(String manager, List<FieldError> errors) {
        if (manager.getBytes(StandardCharsets.UTF_8).length > MANAGER_BYTES_MAX) {
            errors.add(FieldError.tooLong(FieldPath.of("fieldManager"), MANAGER_BYTES_MAX));
        }
        int position = 0;
        for (int c : manager.codePoints().toArray()) {
            if (!isPrintable(c)) {
                errors.add(FieldError.invalid(FieldPath.of("fieldManager"), manager,
                        String.format("invalid character U+%04X (at position %d)", c, position)));
                return;
            }
            position++;
        }
    }

    /** Names a client that does not name itself by its program: {@code kubectl/v1.30 (linux)} is {@code kubectl}. */
    private static String managerOf(String userAgent) {
        int slash = userAgent.indexOf('/');
        var program = new StringBuilder();
        int bytes = 0;
        for (int c : userAgent.substring(0, slash < 0 ? userAgent.length() : slash).codePoints().toArray()) {
            int size = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
            if (isPrintable(c)) {
                if (bytes + size > MANAGER_BYTES_MAX) {
                    break;
                }
                program.appendCodePoint(c);
                bytes += size;
            }
        }
        return program.isEmpty() ? "unknown" : program.toString();
    }

    /** Letters, marks, numbers, punctuation, symbols and the ASCII space can be printed. */
    private static boolean isPrintable(int c) {
        return switch (Character.getType(c)) {
            case Character.UNASSIGNED, Character.CONTROL, Character.FORMAT, Character.PRIVATE_USE,
                    Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> c == ' ';
            default -> true;
        };
    }
}
