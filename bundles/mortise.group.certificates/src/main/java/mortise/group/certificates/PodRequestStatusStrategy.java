package mortise.group.certificates;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.StatusStrategy;

/** The answer to a pod's request: it is issued, denied or failed, once and for all. */
final class PodRequestStatusStrategy extends StatusStrategy {

    private static final List<String> FINAL = List.of("Issued", "Denied", "Failed");

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView status = FieldView.root(object, errors).at("status");
        Optional<FieldView> before = old.map(was -> FieldView.root(was, errors).at("status"));
        if (before.filter(was -> decided(was) > 0).isPresent()) {
            if (!before.get().sameAs(status)) {
                status.invalid("immutable after PodCertificateRequest is issued, denied, or failed");
            }
            return errors;
        }
        for (FieldView condition : status.at("conditions").items()) {
            condition.at("type").oneOf(FINAL.toArray(String[]::new));
            condition.at("status").oneOf("True");
        }
        if (decided(status) > 1) {
            status.at("conditions").invalid("There may be at most one condition with type \"Issued\", \"Denied\", or"
                    + " \"Failed\"");
        }
        FieldView chain = status.at("certificateChain");
        boolean issued = status.at("conditions").items().stream()
                .anyMatch(condition -> condition.at("type").isOneOf("Issued"));
        if (issued) {
            Pem.certificatesFault(chain.text()).ifPresent(why -> chain.invalid(chain.text(), why));
        } else if (!chain.isEmpty()) {
            chain.forbidden("may only be set when the request is issued");
        }
        return errors;
    }

    private static long decided(FieldView status) {
        return status.at("conditions").items().stream()
                .filter(condition -> FINAL.contains(condition.at("type").text())).count();
    }
}
