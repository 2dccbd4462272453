package mortise.itests.dynamics;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Stream;
import org.junit.Test;

/** Encryption at rest, seen from outside: the files of the store, and what a server with other keys can still do. */
public class EncryptionIT {

    private static final String SECRETS = "/api/v1/namespaces/default/secrets";
    private static final String PLAIN = Base64.getEncoder().encodeToString("correct horse battery".getBytes());
    private static final String OLD = provider("aescbc", "old", 1);
    private static final String NEW = provider("aesgcm", "new", 2);
    private static final Duration RELOAD = Duration.ofSeconds(20);
    private static final String UNSAFE = "?ignoreStoreReadErrorWithClusterBreakingPotential=true";

    private final Path work;
    private final Path file;

    public EncryptionIT() throws IOException {
        work = RestartAfterKillIT.newWorkFolder();
        file = work.resolve("encryption.yaml");
    }

    private static String provider(String type, String key, int fill) {
        byte[] secret = new byte[32];
        Arrays.fill(secret, (byte) fill);
        return "  - " + type + ": {keys: [{name: " + key + ", secret: " + Base64.getEncoder().encodeToString(secret)
                + "}]}\n";
    }

    /** Replaces the file at once, as tools that know do. */
    private void write(String providers) throws IOException {
        Path next = work.resolve("next.yaml");
        Files.writeString(next, "apiVersion: apiserver.config.k8s.io/v1\nkind: EncryptionConfiguration\nresources:\n"
                + "- resources: [secrets]\n  providers:\n" + providers);
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private ServerProcess start(String... more) throws IOException {
        String[] flags = {"--secure-port=0", "--token-auth-file=" + work.resolve("tokens.csv"),
            "--encryption-provider-config=" + file,
            "--feature-gates=AllowUnsafeMalformedObjectDeletion=true"};
        return ServerProcess.start(work, Stream.of(flags, more).flatMap(Stream::of).toArray(String[]::new));
    }

    private ApiClient admin(ServerProcess server) throws Exception {
        return new ApiClient(server.awaitAddress(), work.resolve("data/pki/ca.crt"), "admin-token");
    }

    private static void create(ApiClient admin, String name) {
        HttpResponse<String> answer = admin.post(SECRETS,
                "{\"metadata\":{\"name\":\"" + name + "\"},\"data\":{\"password\":\"" + PLAIN + "\"}}");
        assertEquals(answer.body(), 201, answer.statusCode());
    }

    /** Says whether any file of the store has the text. */
    private boolean onDisk(String text) throws IOException {
        try (Stream<Path> files = Files.walk(work.resolve("data/store"))) {
            for (Path path : files.filter(Files::isRegularFile).toList()) {
                if (new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1).contains(text)) {
                    return true;
                }
            }
            return false;
        }
    }

    @Test
    public void keysAreRotatedWhileTheServerRuns() throws Exception {
        write(OLD + "  - identity: {}\n");
        try (ServerProcess server = start("--encryption-provider-config-automatic-reload")) {
            ApiClient admin = admin(server);
            create(admin, "a");
            assertTrue(admin.get(SECRETS + "/a").body().contains(PLAIN));
            assertTrue(onDisk("k8s:enc:aescbc:v1:old:"));
            assertFalse(onDisk("k8s:enc:aesgcm"));
            write(NEW + OLD);
            admin.awaitGet(SECRETS + "/a", answer -> saysReloaded(server), RELOAD);
            HttpResponse<String> before = admin.get(SECRETS + "/a");
            HttpResponse<String> after = admin.put(SECRETS + "/a", before.body());
            assertEquals(after.body(), 200, after.statusCode());
            assertTrue("written again although nothing changed", onDisk("k8s:enc:aesgcm:v1:new:"));
            HttpResponse<String> again = admin.put(SECRETS + "/a", after.body());
            assertEquals("not written a third time", after.body(), again.body());
            write("  - rot13: {}\n");
            admin.awaitGet("/readyz", answer -> answer.statusCode() == 500, RELOAD);
            assertEquals(200, admin.get(SECRETS + "/a").statusCode());
            write(NEW);
            admin.awaitGet("/readyz", answer -> answer.statusCode() == 200, RELOAD);
            assertTrue(admin.get(SECRETS + "/a").body().contains(PLAIN));
            assertFalse("plain text in the files of the store", onDisk(PLAIN));
        }
    }

    private static boolean saysReloaded(ServerProcess server) {
        try {
            return server.log().contains("has changed and is in use");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    public void aSecretWithoutItsKeyIsNamedAndCanOnlyBeDeleted() throws Exception {
        write(OLD);
        try (ServerProcess server = start()) {
            create(admin(server), "lost");
            server.stop();
        }
        write(NEW);
        try (ServerProcess server = start()) {
            ApiClient admin = admin(server);
            assertEquals(201, admin.post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"other\"}}").statusCode());
            HttpResponse<String> lost = admin.get(SECRETS + "/lost");
            assertEquals(lost.body(), 500, lost.statusCode());
            assertTrue(lost.body(), lost.body().contains("/secrets/default/lost"));
            assertTrue(lost.body(), lost.body().contains("no matching prefix found"));
            create(admin, "found");
            assertEquals(200, admin.get(SECRETS + "/found").statusCode());
            HttpResponse<String> list = admin.get(SECRETS);
            assertEquals(500, list.statusCode());
            assertTrue(list.body(), list.body().contains("/registry/secrets/default/lost"));
            assertFalse(list.body(), list.body().contains("default/found"));
            assertEquals("lists without it", 200, admin.get("/api/v1/namespaces/other/secrets").statusCode());
            assertEquals(500, admin.delete(SECRETS + "/lost").statusCode());
            assertEquals(200, admin.delete(SECRETS + "/lost" + UNSAFE).statusCode());
            assertEquals(404, admin.get(SECRETS + "/lost").statusCode());
            assertEquals(200, admin.get(SECRETS).statusCode());
        }
    }

    @Test
    public void aMistakeInTheFileEndsTheStartWithOneLine() throws Exception {
        write("  - aescbc: {keys: [{name: a, secret: aHVudGVyMg==}]}\n");
        try (ServerProcess server = start()) {
            assertEquals(server.log(), 2, server.awaitExit());
            assertEquals(server.log(), 1, server.log().lines().count());
            assertTrue(server.log(), server.log().contains("for flag --encryption-provider-config: resources[0]."
                    + "providers[0].aescbc.keys[0].secret: Invalid value: \"REDACTED\": secret is not of the expected"
                    + " length, got 7, expected one of [16 24 32]"));
        }
        Files.delete(file);
        try (ServerProcess server = start()) {
            assertEquals(server.log(), 2, server.awaitExit());
            assertTrue(server.log(), server.log().contains("there is no file " + file));
        }
    }
}
