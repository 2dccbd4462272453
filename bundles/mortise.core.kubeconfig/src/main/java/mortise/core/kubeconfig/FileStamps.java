package mortise.core.kubeconfig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How files look from outside; one that was replaced or written looks different, and so does one that is gone.
 *
 * @param stamps one for each file
 */
record FileStamps(List<Stamp> stamps) {

    FileStamps {
        stamps = List.copyOf(stamps);
    }

    record Stamp(Path file, @Nullable FileTime modified, long sizeBytes, @Nullable Object key) {
    }

    static FileStamps of(List<Path> files) {
        var stamps = new ArrayList<Stamp>();
        for (Path file : files) {
            try {
                var attributes = Files.readAttributes(file, BasicFileAttributes.class);
                stamps.add(new Stamp(file, attributes.lastModifiedTime(), attributes.size(), attributes.fileKey()));
            } catch (IOException gone) {
                stamps.add(new Stamp(file, null, 0, null));
            }
        }
        return new FileStamps(stamps);
    }

    List<Path> files() {
        return stamps.stream().map(Stamp::file).toList();
    }
}
