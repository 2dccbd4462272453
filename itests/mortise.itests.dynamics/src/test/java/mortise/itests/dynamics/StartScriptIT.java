package mortise.itests.dynamics;

import static org.junit.Assert.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

/** What the start script passes on to the JVM. */
public class StartScriptIT {

    @Test
    public void anotherCollectorMayBeChosen() throws Exception {
        Path work = Files.createTempDirectory(Files.createDirectories(
                Distribution.root().resolve("itests/mortise.itests.dynamics/target/servers")), "script");
        try (ServerProcess server = ServerProcess.startInHeap("-XX:+UseG1GC -Xmx300m", work, "--secure-port=0")) {
            assertTrue(server.awaitAddress().startsWith("https://127.0.0.1:"));
        }
    }
}
