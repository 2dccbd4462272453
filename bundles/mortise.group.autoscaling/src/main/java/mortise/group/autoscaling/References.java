package mortise.group.autoscaling;

import mortise.core.schema.FieldView;

/** Validation of {@code autoscaling.v2.CrossVersionObjectReference}. */
final class References {

    private References() {
    }

    /** Checks a reference; {@code core} says whether it may be to a kind of the group without a name. */
    static void validate(FieldView reference, boolean core) {
        for (String field : new String[] {"kind", "name"}) {
            FieldView text = reference.at(field);
            if (text.isEmpty()) {
                text.required("");
            } else {
                text.pathSegment();
            }
        }
        FieldView version = reference.at("apiVersion");
        String text = version.text();
        int slash = text.indexOf('/');
        if (slash >= 0 && slash != text.lastIndexOf('/')) {
            version.invalid("unexpected GroupVersion string: " + text);
        } else if (slash <= 0 && !core) {
            version.invalid(text, "apiVersion must specify API group");
        }
    }
}
