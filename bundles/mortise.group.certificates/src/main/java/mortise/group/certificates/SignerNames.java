package mortise.group.certificates;

import mortise.api.Syntax;
import mortise.core.schema.FieldView;
import mortise.core.schema.Names;

/** Names of signers: {@code example.com/path}. */
final class SignerNames {

    /** A subdomain, a slash, a label, a dot and a subdomain. */
    private static final int BYTES_MAX =
            Names.SUBDOMAIN_BYTES_MAX + 1 + Names.LABEL_BYTES_MAX + 1 + Names.SUBDOMAIN_BYTES_MAX;

    private SignerNames() {
    }

    static void validate(FieldView signer) {
        if (signer.isEmpty()) {
            signer.required("");
            return;
        }
        String[] parts = signer.text().split("/", -1);
        if (parts.length != 2) {
            signer.invalid("must be a fully qualified domain and path of the form 'example.com/signer-name'");
            return;
        }
        if (Names.bytes(parts[0]) > Names.SUBDOMAIN_BYTES_MAX) {
            signer.tooLong(Names.SUBDOMAIN_BYTES_MAX);
        }
        labels(signer, parts[0], true);
        if (parts[0].indexOf('.') < 0) {
            signer.invalid(parts[0], "should be a domain with at least two segments separated by dots");
        }
        labels(signer, parts[1], false);
        signer.bytesAtMost(BYTES_MAX);
    }

    /** Reports the first label that is wrong; further ones would say the same. */
    private static void labels(FieldView signer, String part, boolean domain) {
        for (String label : part.split("\\.", -1)) {
            var fault = domain ? Syntax.label(label) : Syntax.subdomain(label);
            if (fault.isPresent()) {
                signer.invalid(part, "validating label \"" + label + "\": " + fault.get());
                return;
            }
        }
    }
}
