package mortise.group.networking;

import mortise.core.schema.FieldView;

/** References from one object to another. */
final class References {

    private References() {
    }

    /** Checks group, kind and name of a reference to an object of any kind. */
    static void typed(FieldView reference) {
        if (reference.at("apiGroup").present()) {
            reference.at("apiGroup").subdomain();
        }
        segment(reference.at("kind"));
        segment(reference.at("name"));
    }

    /** Checks a text that must be there and able to stand in a path. */
    static void segment(FieldView text) {
        if (text.isEmpty()) {
            text.required("");
        } else {
            text.pathSegment();
        }
    }
}
