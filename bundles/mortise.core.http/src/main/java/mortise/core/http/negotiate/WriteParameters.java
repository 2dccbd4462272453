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
        var errors = new ArrayList<FieldError>();
        boolean dryRun = dryRun(query.all("dryRun"), errors);
        FieldValidation validation = validation(query.first("fieldValidation"), errors);
        String manager = query.first("fieldManager");
        checkManager(manager, errors);
        if (query.has("force") && optionsKind.equals("PatchOptions")) {
            errors.add(FieldError.forbidden(FieldPath.of("force"), "may not be specified for non-apply patch"));
        }
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
        boolean dryRun = false;
        for (String value : values) {
            if (value.equals("All")) {
                dryRun = true;
            } else if (!value.isEmpty()) {
                errors.add(FieldError.notSupported(FieldPath.of("dryRun"), value, List.of("All")));
            }
        }
        return dryRun;
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
        if (!manager.equals(printable(manager))) {
            errors.add(FieldError.invalid(FieldPath.of("fieldManager"), manager,
                    "should only contain printable characters"));
        }
    }

    /** Names a client that does not name itself by its program: {@code kubectl/v1.30 (linux)} is {@code kubectl}. */
    private static String managerOf(String userAgent) {
        int slash = userAgent.indexOf('/');
        String program = printable(slash < 0 ? userAgent : userAgent.substring(0, slash));
        if (program.length() > MANAGER_BYTES_MAX) {
            program = program.substring(0, MANAGER_BYTES_MAX);
        }
        return program.isEmpty() ? "unknown" : program;
    }

    private static String printable(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isPrintable(text.charAt(i))) {
                var kept = new StringBuilder(text.length());
                text.chars().filter(c -> isPrintable((char) c)).forEach(c -> kept.append((char) c));
                return kept.toString();
            }
        }
        return text;
    }

    private static boolean isPrintable(char c) {
        return c >= 0x20 && c != 0x7f && !Character.isISOControl(c) && (c == ' ' || !Character.isWhitespace(c));
    }
}
