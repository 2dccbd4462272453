package mortise.build.assembler;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.osgi.service.feature.Feature;
import org.osgi.service.feature.FeatureService;

/** The feature files of a folder, found by file name (without {@code .json}) and by their id. */
final class FeatureFolder {

    private static final String SUFFIX = ".json";

    private final TreeMap<String, Feature> byName = new TreeMap<>();

    FeatureFolder(Path folder) throws IOException {
        FeatureService service = ServiceLoader.load(FeatureService.class, FeatureFolder.class.getClassLoader())
                .findFirst().orElseThrow(() -> new AssemblyException("no FeatureService on the class path"));
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(f -> f.toString().endsWith(SUFFIX)).sorted().toList()) {
                String name = file.getFileName().toString();
                byName.put(name.substring(0, name.length() - SUFFIX.length()), read(service, file));
            }
        }
    }

    Feature named(String name) {
        Feature feature = byName.get(name);
        if (feature == null) {
            throw new AssemblyException("no feature file " + name + SUFFIX + "; there are " + byName.keySet());
        }
        return feature;
    }

    Collection<Feature> all() {
        return byName.values();
    }

    Feature withId(String id) {
        return byName.values().stream().filter(feature -> feature.getID().toString().equals(id)).findFirst()
                .orElseThrow(() -> new AssemblyException("no feature file has the id " + id + "; there are " + ids()));
    }

    private List<String> ids() {
        return byName.values().stream().map(feature -> feature.getID().toString()).toList();
    }

    private static Feature read(FeatureService service, Path file) throws IOException {
        try (Reader reader = Files.newBufferedReader(file)) {
            return service.readFeature(reader);
        } catch (IOException | RuntimeException e) {
            throw new AssemblyException(file + " is no feature file: " + e.getMessage(), e);
        }
    }
}
