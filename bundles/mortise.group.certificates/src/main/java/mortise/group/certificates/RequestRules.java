package mortise.group.certificates;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;

/**
 * What a request for a certificate must be. What was stored before a rule came stays as it is: an update is held to a
 * rule only when the stored request keeps it.
 */
final class RequestRules {

    /** Where a request is written. */
    enum Path { MAIN, APPROVAL, STATUS }

    private static final int EXPIRATION_SECONDS_MIN = 600;
    private static final String APPROVED = "Approved";
    private static final String DENIED = "Denied";
    private static final List<String> FINAL = List.of(APPROVED, DENIED, "Failed");
    private static final List<String> USAGES = List.of("any", "cert sign", "client auth", "code signing",
            "content commitment", "crl sign", "data encipherment", "decipher only", "digital signature",
            "email protection", "encipher only", "ipsec end system", "ipsec tunnel", "ipsec user", "key agreement",
            "key encipherment", "microsoft sgc", "netscape sgc", "ocsp signing", "s/mime", "server auth", "signing",
            "timestamping");

    private final String legacySigner;

    /** @param labelDomain domain of the signer that stood for all of them before signers had names */
    RequestRules(String labelDomain) {
        legacySigner = labelDomain + "/legacy-unknown";
    }

    List<FieldError> validate(ApiObject object, Optional<ApiObject> old, Path path) {
        var errors = new ArrayList<FieldError>();
        FieldView root = FieldView.root(object, errors);
        Optional<FieldView> before = old.map(was -> FieldView.root(was, new ArrayList<>()));
        // Nothing but the creation can write it.
        if (before.isEmpty()) {
            spec(root.at("spec"));
        }
        conditions(root.at("status", "conditions"), before.map(was -> was.at("status", "conditions")));
        FieldView certificate = root.at("status", "certificate");
        before.ifPresent(was -> {
            certificate(certificate, was.at("status", "certificate"));
            kept(root.at("status", "conditions"), was.at("status", "conditions"), path);
            replaced(certificate, was.at("status", "certificate"), path);
        });
        return errors;
    }

    private void spec(FieldView spec) {
        FieldView request = spec.at("request");
        Pem.requestFault(Pem.decode(request.text())).ifPresent(why -> request.invalid(request.value(), why));
        FieldView usages = spec.at("usages");
        if (usages.isEmpty()) {
            usages.required("");
        }
        usages.items().forEach(usage -> usage.oneOf(USAGES.toArray(String[]::new)));
        Checks.unique(usages);
        FieldView signer = spec.at("signerName");
        if (signer.isOneOf(legacySigner)) {
            signer.invalid("the legacy signerName is not allowed via this API version");
        } else {
            SignerNames.validate(signer);
        }
        FieldView expiration = spec.at("expirationSeconds");
        if (expiration.number(EXPIRATION_SECONDS_MIN) < EXPIRATION_SECONDS_MIN) {
            expiration.invalid("may not specify a duration less than " + EXPIRATION_SECONDS_MIN
                    + " seconds (10 minutes)");
        }
    }

    private static void conditions(FieldView conditions, Optional<FieldView> before) {
        boolean typed = before.filter(was -> types(was).contains("")).isEmpty();
        boolean unique = before.filter(was -> new HashSet<>(types(was)).size() < was.size()).isEmpty();
        for (FieldView condition : conditions.items()) {
            FieldView type = condition.at("type");
            if (typed && type.isEmpty()) {
                type.required("");
            }
            FieldView status = condition.at("status");
            if (status.isEmpty()) {
                status.required("");
            } else if (FINAL.contains(type.text())) {
                status.oneOf("True");
            } else {
                status.oneOf("False", "True", "Unknown");
            }
        }
        if (unique) {
            duplicates(conditions);
        }
        if (isBoth(conditions) && !before.map(RequestRules::isBoth).orElse(false)) {
            String last = types(conditions).lastIndexOf(APPROVED) > types(conditions).lastIndexOf(DENIED)
                    ? APPROVED : DENIED;
            conditions.invalid(last, APPROVED + " and " + DENIED + " conditions are mutually exclusive");
        }
    }

    private static void duplicates(FieldView conditions) {
        var seen = new HashSet<String>();
        for (FieldView condition : conditions.items()) {
            if (!seen.add(condition.at("type").text())) {
                condition.at("type").duplicate();
            }
        }
    }

    private static boolean isBoth(FieldView conditions) {
        return types(conditions).containsAll(List.of(APPROVED, DENIED));
    }

    private static List<String> types(FieldView conditions) {
        return conditions.items().stream().map(condition -> condition.at("type").text()).toList();
    }

    /** Decisions stay, and are made only where they belong. */
    private static void kept(FieldView conditions, FieldView before, Path path) {
        for (String type : FINAL) {
            if (ofType(conditions, type).size() < ofType(before, type).size()) {
                conditions.forbidden("updates may not remove a condition of type \"" + type + "\"");
            }
        }
        if (path == Path.APPROVAL) {
            return;
        }
        for (String type : List.of(APPROVED, DENIED)) {
            List<Object> now = ofType(conditions, type);
            List<Object> was = ofType(before, type);
            if (now.size() > was.size()) {
                conditions.forbidden("updates may not add a condition of type \"" + type + "\"");
            } else if (now.size() == was.size() && !now.equals(was)) {
                conditions.forbidden("updates may not modify a condition of type \"" + type + "\"");
            }
        }
    }

    private static List<Object> ofType(FieldView conditions, String type) {
        return conditions.items().stream().filter(condition -> condition.at("type").isOneOf(type))
                .map(condition -> Objects.requireNonNull(condition.value())).toList();
    }

    private static void certificate(FieldView certificate, FieldView before) {
        boolean fineBefore = before.isEmpty() || Pem.certificatesFault(Pem.decode(before.text())).isEmpty();
        if (!certificate.isEmpty() && !certificate.sameAs(before) && fineBefore) {
            Pem.certificatesFault(Pem.decode(certificate.text()))
                    .ifPresent(why -> certificate.invalid("<certificate data>", why));
        }
    }

    private static void replaced(FieldView certificate, FieldView before, Path path) {
        if (certificate.text().equals(before.text())) {
            return;
        }
        if (path != Path.STATUS) {
            certificate.forbidden("updates may not set certificate content");
        } else if (!before.isEmpty()) {
            certificate.forbidden("updates may not modify existing certificate content");
        }
    }
}
