package mortise.group.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.core.schema.Names;
import mortise.spi.group.ResourceStrategy;

/** Events: those which say when they happened are of the newer sort, and must say more. */
final class EventStrategy implements ResourceStrategy {

    private static final int NAME_BYTES_MAX = 128;
    private static final int MESSAGE_BYTES_MAX = 1024;
    private static final String MISMATCH = "does not match event.namespace";

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView event = FieldView.root(object, errors);
        String namespace = object.metadata().namespace();
        FieldView about = event.at("involvedObject", "namespace");
        if (event.at("eventTime").isEmpty()) {
            boolean ofCluster = namespace.isEmpty() || namespace.equals("default");
            if (about.text().isEmpty() ? !ofCluster : !about.text().equals(namespace)) {
                about.invalid(about.text(), MISMATCH);
            }
        } else {
            if (about.text().isEmpty() && !namespace.equals("default") && !namespace.equals("kube-system")) {
                about.invalid(about.text(), MISMATCH);
            }
            newer(event);
        }
        return errors;
    }

    private static void newer(FieldView event) {
        event.at("reportingComponent").requireText().qualifiedName();
        for (String field : List.of("reportingInstance", "action", "reason")) {
            bounded(event.at(field).requireText(), NAME_BYTES_MAX);
        }
        bounded(event.at("message"), MESSAGE_BYTES_MAX);
    }

    private static void bounded(FieldView text, int bytesMax) {
        if (Names.bytes(text.text()) > bytesMax) {
            text.invalid("", "can have at most " + bytesMax + " characters");
        }
    }
}
