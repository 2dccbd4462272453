package mortise.core.workload;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import mortise.api.FieldPath;
import mortise.api.Syntax;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;
import mortise.core.schema.LabelSelectors;

/** Volumes that are made of files: secrets, config maps, the pod's own fields, tokens. */
final class Projections {

    private static final long TOKEN_SECONDS_MIN = 600;
    private static final long TOKEN_SECONDS_MAX = 1L << 32;
    private static final String CONFLICT = "conflicting duplicate paths";

    private Projections() {
    }

    static void keyToPath(FieldView item) {
        item.at("key").requireText();
        Checks.localNonReservedPath(item.at("path").requireText());
        VolumeSources.fileMode(item.at("mode"));
    }

    static void downward(FieldView source) {
        VolumeSources.fileMode(source.at("defaultMode"));
        // The files have no path of their own in messages.
        source.at("items").items().forEach(file -> downwardFile(file.shownAt(source.path())));
    }

    private static void downwardFile(FieldView file) {
        Checks.localNonReservedPath(file.at("path").requireText());
        if (file.has("fieldRef")) {
            FieldReferences.field(file.at("fieldRef"), FieldReferences.VOLUME_FIELDS);
            if (file.has("resourceFieldRef")) {
                file.invalid("resource", "fieldRef and resourceFieldRef can not be specified simultaneously");
            }
        } else if (file.has("resourceFieldRef")) {
            FieldReferences.resource(file.at("resourceFieldRef"), true);
        } else {
            file.required("one of fieldRef and resourceFieldRef is required");
        }
        VolumeSources.fileMode(file.at("mode"));
    }

    static void projected(FieldView volume) {
        VolumeSources.fileMode(volume.at("defaultMode"));
        Set<String> paths = new HashSet<>();
        for (FieldView source : volume.at("sources").items()) {
            int kinds = keyed(volume, source.at("secret"), paths) + keyed(volume, source.at("configMap"), paths)
                    + files(volume, source.at("downwardAPI"), paths)
                    + token(volume.path(), source.at("serviceAccountToken"))
                    + trust(volume, source.at("clusterTrustBundle"), paths)
                    + certificate(volume, source.at("podCertificate"), paths);
            if (kinds > 1) {
                source.forbidden("may not specify more than 1 volume type per source");
            }
        }
    }

    private static int keyed(FieldView volume, FieldView source, Set<String> paths) {
        if (!source.present()) {
            return 0;
        }
        source.at("name").requireText();
        for (FieldView item : source.at("items").items()) {
            keyToPath(item);
            String path = item.at("path").text();
            if (!path.isEmpty() && !paths.add(path)) {
                volume.invalid(source.at("name").text(), CONFLICT);
            }
        }
        return 1;
    }

    private static int files(FieldView volume, FieldView source, Set<String> paths) {
        if (!source.present()) {
            return 0;
        }
        for (FieldView file : source.at("items").items()) {
            downwardFile(file.shownAt(source.path()));
            unique(volume, file.at("path").text(), paths);
        }
        return 1;
    }

    private static void unique(FieldView volume, String path, Set<String> paths) {
        if (!path.isEmpty() && !paths.add(path)) {
            volume.invalid(path, CONFLICT);
        }
    }

    private static int token(FieldPath volume, FieldView source) {
        if (!source.present()) {
            return 0;
        }
        FieldView seconds = source.at("expirationSeconds");
        if (seconds.number(0) < TOKEN_SECONDS_MIN) {
            seconds.invalid(seconds.number(0), "may not specify a duration less than 10 minutes");
        }
        if (seconds.number(0) > TOKEN_SECONDS_MAX) {
            seconds.invalid("may not specify a duration larger than 2^32 seconds");
        }
        FieldView path = source.at("path").shownAt(volume.child("path")).requireText();
        if (!path.text().isEmpty()) {
            Checks.localNonReservedPath(path);
        }
        return 1;
    }

    private static int trust(FieldView volume, FieldView source, Set<String> paths) {
        if (!source.present()) {
            return 0;
        }
        FieldView name = source.at("name");
        FieldView signer = source.at("signerName");
        if (name.present() && signer.present()) {
            source.invalid("only one of name and signerName may be used");
        } else if (name.present()) {
            trustName(name);
            if (source.has("labelSelector")) {
                source.at("labelSelector").invalid("labelSelector must be unset if name is specified");
            }
        } else if (signer.present()) {
            if (signer.text().isEmpty()) {
                signer.required("must be a valid signer name");
            }
            LabelSelectors.validate(source.at("labelSelector"));
        } else {
            source.required("either name or signerName must be specified");
        }
        Checks.localNonReservedPath(source.at("path").requireText());
        unique(volume, source.at("path").text(), paths);
        return 1;
    }

    private static void trustName(FieldView name) {
        String text = name.text();
        if (text.isEmpty()) {
            name.required("must be a valid object name");
        }
        String own = text.substring(text.lastIndexOf(':') + 1);
        Syntax.subdomain(own).ifPresent(why ->
                name.invalid("not a valid clustertrustbundlename: " + why));
    }

    private static int certificate(FieldView volume, FieldView source, Set<String> paths) {
        if (!source.present()) {
            return 0;
        }
        source.at("signerName").requireText();
        source.at("keyType").oneOf("ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519", "RSA3072", "RSA4096");
        List<String> fields = List.of("credentialBundlePath", "keyPath", "certificateChainPath");
        if (fields.stream().allMatch(field -> source.at(field).text().isEmpty())) {
            source.required("specify at least one of credentialBundlePath, keyPath, and certificateChainPath");
        }
        for (String field : fields) {
            FieldView path = source.at(field);
            if (!path.text().isEmpty()) {
                Checks.localNonReservedPath(path);
                unique(volume, path.text(), paths);
            }
        }
        return 1;
    }
}
