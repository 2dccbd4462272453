package mortise.group.certificates;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;

/** Requests that nodes make for the certificates of their pods. What is asked for never changes. */
final class PodRequestStrategy implements ResourceStrategy {

    private static final int UID_BYTES_MAX = 128;
    private static final int KEY_BYTES_MAX = 10 * 1024;
    private static final long EXPIRATION_SECONDS_MIN = 3600;
    private static final long EXPIRATION_SECONDS_MAX = 91 * 24 * 3600;

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView spec = FieldView.root(object, errors).at("spec");
        if (old.isPresent()) {
            spec.immutable(FieldView.root(old.get(), errors).at("spec"));
            return errors;
        }
        SignerNames.validate(spec.at("signerName"));
        for (String owner : List.of("pod", "serviceAccount", "node")) {
            spec.at(owner + "Name").subdomain();
            FieldView uid = spec.at(owner + "UID");
            if (uid.isEmpty()) {
                uid.required("must not be empty");
            } else {
                uid.bytesAtMost(UID_BYTES_MAX);
            }
        }
        expiration(spec.at("maxExpirationSeconds"));
        key(spec);
        spec.at("unverifiedUserAnnotations").entries().keySet().forEach(
                key -> spec.at("unverifiedUserAnnotations").with(key).qualifiedName());
        return errors;
    }

    private static void expiration(FieldView seconds) {
        if (!seconds.present()) {
            seconds.required("must be set");
        } else {
            seconds.inRange(EXPIRATION_SECONDS_MIN, EXPIRATION_SECONDS_MAX);
        }
    }

    /** The key is either in a request that its owner signed, or comes with a proof of its own. */
    private static void key(FieldView spec) {
        FieldView stub = spec.at("stubPKCS10Request");
        FieldView key = spec.at("pkixPublicKey");
        FieldView proof = spec.at("proofOfPossession");
        if (!stub.isEmpty()) {
            bytes(stub).flatMap(Pem::derRequestFault).ifPresent(why -> stub.invalid("<value omitted>", why));
            return;
        }
        for (FieldView part : List.of(key, proof)) {
            if (part.isEmpty()) {
                part.required("must not be empty");
            } else if (bytes(part).filter(bytes -> bytes.length <= KEY_BYTES_MAX).isEmpty()) {
                part.tooLong(KEY_BYTES_MAX);
            }
        }
    }

    private static Optional<byte[]> bytes(FieldView base64) {
        try {
            return Optional.of(Base64.getDecoder().decode(base64.text()));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }
}
