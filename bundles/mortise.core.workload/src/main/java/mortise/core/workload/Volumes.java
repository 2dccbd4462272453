package mortise.core.workload;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mortise.api.FieldError;
import mortise.api.Syntax;
import mortise.core.schema.Amounts;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;
import mortise.core.workload.VolumeSources.Source;

/** The volumes of a pod. */
final class Volumes {

    private static final int ISCSI_NAME_CHARS_MAX = 64;

    /** The kinds of volumes, in the order in which they are looked at. */
    private static final List<Source> SOURCES = List.of(
            Source.of("emptyDir", Volumes::emptyDir),
            Source.of("hostPath", VolumeSources::hostPath),
            Source.of("gitRepo", Volumes::gitRepo),
            new Source("gcePersistentDisk", "persistentDisk", "gcePersistentDisk", VolumeSources::gceDisk),
            Source.of("awsElasticBlockStore", VolumeSources::awsDisk),
            Source.of("secret", source -> keyed(source, "secretName")),
            Source.of("nfs", VolumeSources::nfs),
            Source.of("iscsi", VolumeSources::iscsi),
            Source.of("glusterfs", VolumeSources::glusterfs),
            Source.of("flocker", VolumeSources::flocker),
            Source.of("persistentVolumeClaim", source -> source.at("claimName").requireText()),
            Source.of("rbd", VolumeSources::rbd),
            Source.of("cinder", source -> VolumeSources.cinder(source, false)),
            new Source("cephfs", "cephfs", "cephFS", VolumeSources::cephfs),
            Source.of("quobyte", VolumeSources::quobyte),
            new Source("downwardAPI", "downwardAPI", "downwarAPI", Projections::downward),
            Source.of("fc", VolumeSources::fibreChannel),
            Source.of("flexVolume", VolumeSources::flexVolume),
            Source.of("configMap", source -> keyed(source, "name")),
            Source.of("azureFile", VolumeSources::azureFile),
            Source.of("vsphereVolume", source -> source.at("volumePath").requireText()),
            Source.of("photonPersistentDisk", source -> source.at("pdID").requireText()),
            Source.of("portworxVolume", source -> source.at("volumeID").requireText()),
            Source.of("azureDisk", VolumeSources::azureDisk),
            Source.of("storageos", source -> VolumeSources.storageOs(source, false)),
            Source.of("projected", Projections::projected),
            Source.of("scaleIO", VolumeSources::scaleIo),
            Source.of("csi", Volumes::csi),
            Source.of("ephemeral", Volumes::ephemeral),
            Source.of("image", Volumes::image));

    private Volumes() {
    }

    /** Checks the volumes and returns those that containers may use, by name. */
    static Map<String, FieldView> validate(FieldView volumes, PodSpecs.Options options) {
        Set<String> claims = claimsToBeMade(volumes, options);
        var usable = new LinkedHashMap<String, FieldView>();
        for (FieldView volume : volumes.items()) {
            // One that is wrong may not be used, and does not make the next one a duplicate.
            var wrong = new ArrayList<FieldError>();
            checkVolume(volume.reportingTo(wrong), usable.keySet(), options);
            if (wrong.isEmpty()) {
                usable.put(volume.at("name").text(), volume);
            }
            wrong.forEach(volume::report);
            FieldView claim = volume.at("persistentVolumeClaim", "claimName");
            if (claim.present() && claims.contains(claim.text())) {
                claim.invalid("must not reference a PVC that gets created for an ephemeral volume");
            }
        }
        return usable;
    }

    private static Set<String> claimsToBeMade(FieldView volumes, PodSpecs.Options options) {
        var claims = new HashSet<String>();
        for (FieldView volume : volumes.items()) {
            if (!options.podName().isEmpty() && volume.has("ephemeral")) {
                claims.add(options.podName() + "-" + volume.at("name").text());
            }
        }
        return claims;
    }

    private static void checkVolume(FieldView volume, Set<String> names, PodSpecs.Options options) {
        FieldView name = volume.at("name");
        VolumeSources.exactlyOne(volume, SOURCES);
        FieldView iscsi = volume.at("iscsi");
        if (iscsi.has("initiatorName")
                && (name.text() + ":" + iscsi.at("targetPortal").text()).length() > ISCSI_NAME_CHARS_MAX) {
            name.invalid("Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if"
                    + " iscsi.initiatorName is specified.");
        }
        if (volume.has("ephemeral") && !options.podName().isEmpty() && !name.text().isEmpty()) {
            String claim = options.podName() + "-" + name.text();
            Syntax.subdomain(claim).ifPresent(why -> name.invalid("PVC name \"" + claim + "\": " + why));
        }
        if (name.text().isEmpty()) {
            name.required("");
        } else {
            name.label();
        }
        if (names.contains(name.text())) {
            name.duplicate();
        }
    }

    private static void emptyDir(FieldView source) {
        FieldView limit = source.at("sizeLimit");
        if (Amounts.of(limit.value()).signum() < 0) {
            limit.forbidden("SizeLimit field must be a valid resource quantity");
        }
    }

    private static void gitRepo(FieldView source) {
        source.at("repository").requireText();
        Checks.localDescendingPath(source.at("directory"));
    }

    private static void keyed(FieldView source, String nameField) {
        source.at(nameField).requireText();
        VolumeSources.fileMode(source.at("defaultMode"));
        source.at("items").items().forEach(Projections::keyToPath);
    }

    private static void csi(FieldView source) {
        VolumeSources.csiDriverName(source.at("driver"));
        FieldView secret = source.at("nodePublishSecretRef");
        if (secret.present()) {
            FieldView name = secret.at("name").requireText();
            if (!name.text().isEmpty()) {
                name.shownAt(source.path().child("name")).subdomain();
            }
        }
    }

    private static void ephemeral(FieldView source) {
        FieldView template = source.at("volumeClaimTemplate");
        if (template.present()) {
            ClaimSpecs.validateTemplate(template);
        } else {
            template.required("");
        }
    }

    private static void image(FieldView source) {
        if (source.at("reference").text().isEmpty()) {
            source.at("reference").required("");
        }
        Containers.pullPolicy(source.at("pullPolicy"));
    }
}
