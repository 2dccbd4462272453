package mortise.group.certificates;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.Syntax;
import mortise.core.schema.FieldView;
import mortise.core.schema.Names;
import mortise.spi.group.ResourceStrategy;
import org.bouncycastle.util.io.pem.PemObject;

/** Bundles of certificates that are trusted. One that belongs to a signer is named after it. */
final class TrustBundleStrategy implements ResourceStrategy {

    private static final int BUNDLE_BYTES_MAX = 1024 * 1024;
    private static final String OMITTED = "<value omitted>";

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView root = FieldView.root(object, errors);
        FieldView signer = root.at("spec", "signerName");
        FieldView bundle = root.at("spec", "trustBundle");
        root.at("metadata", "name").check(name -> nameFault(name, signer.text()));
        if (!signer.isEmpty()) {
            SignerNames.validate(signer);
        }
        Optional<FieldView> before = old.map(was -> FieldView.root(was, errors).at("spec"));
        if (before.filter(was -> was.at("trustBundle").sameAs(bundle)).isEmpty()) {
            bundle(bundle);
        }
        before.ifPresent(was -> signer.immutable(was.at("signerName"), signer.text()));
        return errors;
    }

    private static Optional<String> nameFault(String name, String signer) {
        if (signer.isEmpty()) {
            return name.indexOf(':') < 0 ? Syntax.subdomain(name)
                    : Optional.of("ClusterTrustBundle without signer name must not have \":\" in its name");
        }
        String prefix = signer.replace('/', ':') + ":";
        return name.startsWith(prefix) ? Syntax.subdomain(name.substring(prefix.length()))
                : Optional.of("ClusterTrustBundle for signerName " + signer + " must be named with prefix " + prefix);
    }

    private static void bundle(FieldView bundle) {
        if (Names.bytes(bundle.text()) > BUNDLE_BYTES_MAX) {
            bundle.tooLong(BUNDLE_BYTES_MAX);
            return;
        }
        List<PemObject> blocks = Pem.blocks(bundle.text());
        Map<ByteBuffer, List<Integer>> entries = new LinkedHashMap<>();
        boolean fine = true;
        for (int at = 0; at < blocks.size(); at++) {
            Optional<String> fault = entryFault(blocks.get(at));
            if (fault.isPresent()) {
                bundle.invalid(OMITTED, "entry " + at + " " + fault.get());
                fine = false;
            }
            entries.computeIfAbsent(ByteBuffer.wrap(blocks.get(at).getContent()), bytes -> new ArrayList<>()).add(at);
        }
        if (!fine) {
            return;
        }
        if (blocks.isEmpty()) {
            bundle.invalid(OMITTED, "at least one trust anchor must be provided");
        }
        for (List<Integer> same : entries.values()) {
            if (same.size() > 1) {
                bundle.invalid(OMITTED, "duplicate trust anchor (indices "
                        + same.toString().replace(",", "") + ")");
            }
        }
    }

    private static Optional<String> entryFault(PemObject entry) {
        if (!Pem.isCertificate(entry)) {
            return Optional.of("has bad block type: " + entry.getType());
        }
        if (!entry.getHeaders().isEmpty()) {
            return Optional.of("has PEM block headers");
        }
        return Pem.certificate(entry)
                .map(certificate -> certificate.getBasicConstraints() < 0 ? "does not have the CA bit set" : "")
                .or(() -> Optional.of("does not parse as X.509"))
                .filter(fault -> !fault.isEmpty());
    }
}
