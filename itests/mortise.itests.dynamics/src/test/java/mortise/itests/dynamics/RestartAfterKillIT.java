package mortise.itests.dynamics;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.Test;

/**
 * The server, with all that the distribution has, is killed while it writes; everything it had acknowledged is there
 * after a restart. The module {@code mortise.itests.crash} kills many, with fewer plug-ins.
 */
public class RestartAfterKillIT {

    private static final int ROUNDS = 2;
    private static final int WRITERS = 4;
    private static final String LOG_RECORD = "\\d{4}-\\d\\d-\\d\\dT.*";

    @Test
    public void whatWasAcknowledgedSurvivesAKill() throws Exception {
        long seed = System.nanoTime();
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        Path work = newWorkFolder();
        Set<String> acknowledged = ConcurrentHashMap.newKeySet();
        for (int round = 0; round < ROUNDS; round++) {
            try (ServerProcess server = ServerProcess.start(work, flags(work))) {
                ApiClient admin = admin(work, server.awaitAddress());
                for (String name : acknowledged) {
                    assertEquals("seed " + seed + ", lost " + name, 200, admin.get(path(name)).statusCode());
                }
                writeUntilKilled(server, admin, round, acknowledged, 20 + random.nextInt(200));
            }
        }
        assertTrue("something was written", acknowledged.size() >= 20);
    }

    @Test
    public void aDataFolderInUseIsSaidSo() throws Exception {
        Path work = newWorkFolder();
        try (ServerProcess first = ServerProcess.start(work, flags(work))) {
            first.awaitAddress();
            try (ServerProcess second = ServerProcess.start(work, flags(work))) {
                assertTrue(second.awaitExit() != 0);
                assertTrue(second.log(), second.log().contains("in use"));
            }
        }
    }

    @Test
    public void aWrongFlagEndsTheStartWithOneLine() throws Exception {
        Path work = newWorkFolder();
        for (String flag : new String[] {"--no-such-flag=1", "--secure-port=many", "--storage-backend=punchcards",
            "--controllers=*,-fortune-teller"}) {
            try (ServerProcess server = ServerProcess.start(work, flag)) {
                assertEquals(flag + "\n" + server.log(), 2, server.awaitExit());
                // A start of more than ten seconds, on a busy machine, shows its records before the one line.
                List<String> said = server.log().lines().filter(line -> !line.matches(LOG_RECORD)).toList();
                assertEquals(flag + "\n" + server.log(), 1, said.size());
                assertTrue(server.log(), said.get(0).contains(flag.substring(0, flag.indexOf('='))));
            }
        }
    }

    private static void writeUntilKilled(ServerProcess server, ApiClient admin, int round,
            Set<String> acknowledged, int killAfter) throws Exception {
        var enough = new CountDownLatch(killAfter);
        Thread[] writers = new Thread[WRITERS];
        for (int writer = 0; writer < WRITERS; writer++) {
            String prefix = "c-" + round + "-" + writer + "-";
            writers[writer] = new Thread(() -> write(admin, prefix, acknowledged, enough));
            writers[writer].start();
        }
        enough.await();
        server.kill();
        for (Thread thread : writers) {
            thread.join();
        }
    }

    private static void write(ApiClient admin, String prefix, Set<String> acknowledged, CountDownLatch enough) {
        try {
            for (int i = 0; ; i++) {
                String name = prefix + i;
                var answer = admin.post("/api/v1/namespaces/default/configmaps",
                        "{\"metadata\":{\"name\":\"" + name + "\"},\"data\":{\"a\":\"" + "x".repeat(500) + "\"}}");
                if (answer.statusCode() == 201) {
                    acknowledged.add(name);
                    enough.countDown();
                }
            }
        } catch (IllegalStateException theServerIsGone) {
            // That is what ends this loop.
        }
    }

    private static String path(String name) {
        return "/api/v1/namespaces/default/configmaps/" + name;
    }

    private static ApiClient admin(Path work, String address) {
        return new ApiClient(address, work.resolve("data/pki/ca.crt"), "admin-token");
    }

    private static String[] flags(Path work) {
        return new String[] {"--secure-port=0", "--token-auth-file=" + work.resolve("tokens.csv")};
    }

    static Path newWorkFolder() throws IOException {
        Path work = Files.createTempDirectory(Files.createDirectories(
                Distribution.root().resolve("itests/mortise.itests.dynamics/target/servers")), "process");
        try (var tokens = RestartAfterKillIT.class.getResourceAsStream("/tokens.csv")) {
            Files.copy(Objects.requireNonNull(tokens), work.resolve("tokens.csv"));
        }
        return work;
    }
}
