package mortise.build.assembler;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.osgi.service.feature.Feature;
import org.osgi.service.feature.FeatureArtifact;
import org.osgi.service.feature.FeatureBundle;
import org.osgi.service.feature.FeatureConfiguration;
import org.osgi.service.feature.FeatureExtension;

/**
 * What a distribution holds: a feature merged with the features it names. Feature files have no include; a
 * distribution names its parts in the extension {@value #FEATURES}, the jars of the launcher's class path are in the
 * extension {@value #CLASS_PATH}; both are lists of artifact ids.
 *
 * @param name name of the distribution's feature file
 * @param bundles bundles by key, sorted
 * @param classPath jars of the launcher's class path by key, sorted
 * @param configurations values by PID, for files in the configuration folder
 */
record Distribution(String name, Collection<Artifact> bundles, Collection<Artifact> classPath,
        Map<String, Map<String, Object>> configurations) {

    static final String FEATURES = "features";
    static final String CLASS_PATH = "class-path";

    /** Reads a distribution and everything it names. */
    static Distribution read(FeatureFolder folder, String name) {
        Merge merge = new Merge();
        Feature top = folder.named(name);
        for (FeatureArtifact part : artifacts(top, FEATURES)) {
            merge.add(folder.withId(part.getID().toString()));
        }
        merge.add(top);
        return new Distribution(name, merge.bundles.values(), merge.classPath.values(), merge.configurations);
    }

    /** Reads every feature of a folder as if one distribution named them all. */
    static Distribution readAll(FeatureFolder folder) {
        Merge merge = new Merge();
        folder.all().forEach(merge::add);
        return new Distribution("all", merge.bundles.values(), merge.classPath.values(), merge.configurations);
    }

    private static List<FeatureArtifact> artifacts(Feature feature, String extension) {
        FeatureExtension found = feature.getExtensions().get(extension);
        return found == null ? List.of() : found.getArtifacts();
    }

    /** Collects features; one thread, thrown away afterwards. */
    private static final class Merge {

        private final Map<String, Artifact> bundles = new TreeMap<>();
        private final Map<String, Artifact> classPath = new TreeMap<>();
        private final Map<String, Map<String, Object>> configurations = new TreeMap<>();

        void add(Feature feature) {
            requireSorted(feature);
            for (FeatureBundle bundle : feature.getBundles()) {
                addOnce(bundles, new Artifact(bundle.getID(), bundle.getMetadata()));
            }
            for (FeatureArtifact jar : artifacts(feature, CLASS_PATH)) {
                addOnce(classPath, new Artifact(jar.getID(), jar.getMetadata()));
            }
            for (FeatureConfiguration configuration : feature.getConfigurations().values()) {
                configurations.put(configuration.getPid(), configuration.getValues());
            }
        }

        private static void addOnce(Map<String, Artifact> artifacts, Artifact artifact) {
            Artifact before = artifacts.put(artifact.key(), artifact);
            if (before != null && !before.equals(artifact)) {
                throw new AssemblyException(artifact.key() + " is listed twice, differently: " + before + " and "
                        + artifact);
            }
        }

        /** A sorted list shows in review what came and went, and two branches seldom change the same line. */
        private static void requireSorted(Feature feature) {
            List<String> keys = new ArrayList<>();
            feature.getBundles().forEach(b -> keys.add(b.getID().getGroupId() + ":" + b.getID().getArtifactId()));
            for (int i = 1; i < keys.size(); i++) {
                if (keys.get(i - 1).compareTo(keys.get(i)) >= 0) {
                    throw new AssemblyException("the bundles of " + feature.getID() + " are not sorted: "
                            + keys.get(i) + " stands after " + keys.get(i - 1));
                }
            }
        }
    }
}
