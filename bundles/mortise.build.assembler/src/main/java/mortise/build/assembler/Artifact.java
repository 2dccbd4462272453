package mortise.build.assembler;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.osgi.service.feature.ID;

/**
 * One line of a feature file: an artifact with what the line says about it.
 *
 * @param id Maven coordinates
 * @param metadata the attributes of the line, for example {@code start-level}
 */
record Artifact(ID id, Map<String, Object> metadata) {

    /** Bundle attribute: the start level of the bundle, 1 to 99. */
    static final String START_LEVEL = "start-level";

    /** Class path attribute: {@code true} when the system bundle exports the packages that the jar exports. */
    static final String EXPORT = "export";

    private static final int HIGHEST_START_LEVEL = 99;

    /** Returns {@code group:artifact}, what makes two lines the same artifact. */
    String key() {
        return id.getGroupId() + ":" + id.getArtifactId();
    }

    String fileName() {
        return id.getArtifactId() + "-" + id.getVersion() + ".jar";
    }

    int startLevel() {
        String text = String.valueOf(metadata.get(START_LEVEL));
        int level = text.matches("\\d{1,2}") ? Integer.parseInt(text) : 0;
        if (level < 1 || level > HIGHEST_START_LEVEL) {
            throw new AssemblyException(key() + " needs \"" + START_LEVEL + "\" from 1 to " + HIGHEST_START_LEVEL
                    + ", it has " + text);
        }
        return level;
    }

    boolean exported() {
        return "true".equals(String.valueOf(metadata.get(EXPORT)));
    }

    /** Returns where the jar is in a folder of Maven's repository layout, when it is there. */
    Path pathIn(Path repository) {
        return repository.resolve(id.getGroupId().replace('.', '/')).resolve(id.getArtifactId())
                .resolve(id.getVersion()).resolve(fileName());
    }

    /** Returns the jar in a folder of Maven's repository layout. */
    Path jarIn(Path repository) {
        Path jar = pathIn(repository);
        if (!Files.isRegularFile(jar)) {
            throw new AssemblyException(key() + " is listed in a feature but no dependency of distribution/pom.xml with"
                    + " version " + id.getVersion());
        }
        return jar;
    }
}
