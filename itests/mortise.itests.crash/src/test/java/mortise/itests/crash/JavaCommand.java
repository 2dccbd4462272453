package mortise.itests.crash;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How the victims are started: with nothing that takes time. */
final class JavaCommand {

    private static final String LIBRARY = "librocksdbjni-linux64.so";

    private JavaCommand() {
    }

    /** Makes the command; what it needs to have unpacked goes into the folder. */
    static List<String> in(Path folder) throws IOException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        // Each process would unpack the native library for itself, and a killed one leaves it behind.
        try (InputStream library = JavaCommand.class.getResourceAsStream("/" + LIBRARY)) {
            if (library != null) {
                Files.copy(library, folder.resolve(LIBRARY));
            }
        }
        return List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xshare:auto",
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m", "-Djava.io.tmpdir=" + folder,
                "-Djava.library.path=" + folder, "-cp", classPath);
    }
}
