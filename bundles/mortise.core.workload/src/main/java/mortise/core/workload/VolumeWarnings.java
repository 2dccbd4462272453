package mortise.core.workload;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;

/** Warnings about volumes that nodes cannot mount any more, and about files that hide one another. */
public final class VolumeWarnings {

    /** What became of kinds of volumes, in the order in which they are reported. */
    private static final List<Map.Entry<String, String>> GONE = List.of(
            Map.entry("photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"),
            Map.entry("gitRepo", "deprecated in v1.11, and disabled by default in v1.33+"),
            Map.entry("scaleIO", "deprecated in v1.16, non-functional in v1.22+"),
            Map.entry("flocker", "deprecated in v1.22, non-functional in v1.25+"),
            Map.entry("storageos", "deprecated in v1.22, non-functional in v1.25+"),
            Map.entry("quobyte", "deprecated in v1.22, non-functional in v1.25+"),
            Map.entry("glusterfs", "deprecated in v1.25, non-functional in v1.26+"),
            Map.entry("cephfs", "deprecated in v1.28, non-functional in v1.31+"),
            Map.entry("rbd", "deprecated in v1.28, non-functional in v1.31+"));
    /** Those of persistent volumes. */
    private static final Set<String> PERSISTENT = Set.of("photonPersistentDisk", "scaleIO", "storageos", "glusterfs",
            "cephfs", "rbd");

    private VolumeWarnings() {
    }

    static void add(FieldView volumes, List<String> warnings) {
        for (FieldView volume : volumes.items()) {
            GONE.forEach(gone -> gone(volume, gone, warnings));
            FieldView claim = volume.at("ephemeral", "volumeClaimTemplate");
            if (claim.present()) {
                warnings.addAll(ofClaim(claim.at("spec")));
            }
        }
        volumes.items().forEach(volume -> overlaps(volume, warnings));
    }

    private static void gone(FieldView volume, Map.Entry<String, String> gone, List<String> warnings) {
        if (volume.has(gone.getKey())) {
            String shown = gone.getKey().equals("storageos") ? "storageOS" : gone.getKey();
            warnings.add(volume.path().child(shown) + ": " + gone.getValue());
        }
    }

    /** Returns what to say of the kind of a persistent volume. */
    public static List<String> ofPersistent(FieldView spec) {
        var warnings = new ArrayList<String>();
        GONE.stream().filter(gone -> PERSISTENT.contains(gone.getKey())).forEach(gone -> gone(spec, gone, warnings));
        return warnings;
    }

    /** Returns what to say of the spec of a claim. */
    public static List<String> ofClaim(FieldView spec) {
        var warnings = new ArrayList<String>();
        PodWarnings.bytes(spec.at("resources", "requests"), "storage", warnings);
        PodWarnings.bytes(spec.at("resources", "limits"), "storage", warnings);
        return warnings;
    }

    /** Says whether a volume names paths, so that there is something to compare; few do. */
    private static boolean namesPaths(FieldView volume) {
        return volume.at("configMap", "items").present() || volume.at("secret", "items").present()
                || volume.at("downwardAPI", "items").present() || volume.at("projected", "sources").present();
    }

    private static void overlaps(FieldView volume, List<String> warnings) {
        if (!namesPaths(volume)) {
            return;
        }
        String before = "volume " + FieldError.show(volume.at("name").text()) + " (";
        FieldView map = volume.at("configMap");
        compare(paths(map), before + "ConfigMap " + quoted(map.at("name")), warnings);
        FieldView secret = volume.at("secret");
        compare(paths(secret), before + "Secret " + quoted(secret.at("secretName")), warnings);
        compare(paths(volume.at("downwardAPI")), before + "DownwardAPI", warnings);
        Set<String> known = new TreeSet<>();
        for (FieldView source : volume.at("projected", "sources").items()) {
            if (source.isEmpty()) {
                warnings.add(before + "Projected) has no sources provided");
            } else {
                projected(source, before + "Projected ", known, warnings);
            }
        }
    }

    private static void projected(FieldView source, String before, Set<String> known, List<String> warnings) {
        List<String> paths;
        String what;
        if (source.has("configMap")) {
            paths = paths(source.at("configMap"));
            what = "ConfigMap " + quoted(source.at("configMap", "name"));
        } else if (source.has("secret")) {
            paths = paths(source.at("secret"));
            what = "Secret " + quoted(source.at("secret", "name"));
        } else if (source.has("downwardAPI")) {
            paths = paths(source.at("downwardAPI"));
            what = "DownwardAPI";
        } else if (source.has("serviceAccountToken")) {
            paths = List.of(source.at("serviceAccountToken", "path").text());
            what = "ServiceAccountToken";
        } else if (source.has("clusterTrustBundle")) {
            FieldView bundle = source.at("clusterTrustBundle");
            paths = List.of(bundle.at("path").text());
            what = "ClusterTrustBundle " + quoted(bundle.at(bundle.has("name") ? "name" : "signerName"));
        } else {
            return;
        }
        compare(paths, before + what, warnings);
        // Once more with what the other sources have, in an order that does not depend on theirs.
        List<String> all = new ArrayList<>(new TreeSet<>(paths));
        all.addAll(known);
        all.sort(null);
        compare(all, before + what, warnings);
        known.addAll(paths);
    }

    private static String quoted(FieldView text) {
        return FieldError.show(text.text());
    }

    private static List<String> paths(FieldView source) {
        return source.at("items").items().stream().map(item -> item.at("path").text()).toList();
    }

    /** Warns of paths that are the same as another one, or inside it. */
    private static void compare(List<String> paths, String where, List<String> warnings) {
        Set<String> known = new LinkedHashSet<>();
        for (String written : paths) {
            String path = written.replaceFirst("/+$", "");
            Optional<String> other = path.isEmpty() ? Optional.empty()
                    : known.stream().filter(one -> overlap(one, path)).findFirst();
            other.ifPresent(one -> warnings.add(where + "): overlapping paths: " + FieldError.show(path) + " with "
                    + FieldError.show(one)));
            known.add(path);
        }
    }

    private static boolean overlap(String one, String other) {
        return (one + "/").startsWith(other + "/") || (other + "/").startsWith(one + "/");
    }
}
