package mortise.itests.dynamics;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.Test;
import org.osgi.framework.Bundle;

/** Parts come, change and go while the server runs. */
public class HotPluggingIT extends InContainer {

    private static final String GROUP = "/apis/workshop.example.com/v1";
    private static final String GADGETS = GROUP + "/namespaces/default/gadgets";
    private static final Duration SOON = Duration.ofSeconds(10);

    @Test
    public void aDroppedGroupIsServedAndItsObjectsSurviveItsAbsence() throws Exception {
        var server = server();
        ApiClient admin = server.admin();
        assertEquals(404, admin.get(GROUP).statusCode());

        Path jar = server.drop(Distribution.testBundle("mortise.itests.sample"));
        Duration took = admin.awaitGet(GROUP, answer -> answer.statusCode() == 200, SOON);
        assertTrue("served after " + took.toMillis() + " ms", took.compareTo(Duration.ofSeconds(2)) < 0);
        assertTrue(admin.get("/apis").body().contains("workshop.example.com"));

        HttpResponse<String> created = admin.post(GADGETS, gadget("lamp", "large"));
        assertEquals(created.body(), 201, created.statusCode());
        assertEquals(422, admin.post(GADGETS, gadget("x", "huge")).statusCode());
        Iterator<String> events = admin.watch(GADGETS + "?watch=1").iterator();
        assertTrue(events.next().contains("\"type\":\"ADDED\""));

        Files.delete(jar);
        admin.awaitGet(GROUP, answer -> answer.statusCode() == 404, SOON);
        assertEquals(404, admin.get(GADGETS + "/lamp").statusCode());
        assertFalse(admin.get("/apis").body().contains("workshop.example.com"));
        while (events.hasNext()) {
            assertFalse(events.next().contains("\"type\":\"DELETED\""));
        }

        jar = server.drop(Distribution.testBundle("mortise.itests.sample"));
        admin.awaitGet(GADGETS + "/lamp", answer -> answer.statusCode() == 200, SOON);
        String uid = field(created.body(), "uid");
        assertEquals(uid, field(admin.get(GADGETS + "/lamp").body(), "uid"));
        Files.delete(jar);
        admin.awaitGet(GROUP, answer -> answer.statusCode() == 404, SOON);
    }

    @Test
    public void anAuthenticatorIsSwitchedOffAndOnWithoutAFailedRequestOfOthers() throws Exception {
        var server = server();
        Path file = ServerInContainer.configFile("mortise.authn.tokenfile");
        String configured = Files.readString(file);
        ApiClient byToken = server.admin();
        try (var others = new SteadyLoad(server.address())) {
            assertEquals(200, byToken.get("/api").statusCode());
            Files.delete(file);
            byToken.awaitGet("/api", answer -> answer.statusCode() == 401, SOON);
            Files.writeString(file, configured);
            byToken.awaitGet("/api", answer -> answer.statusCode() == 200, SOON);
            others.stopAndCheck();
        }
    }

    @Test
    public void aBundleWhoseRequirementIsMissingHurtsNothingElse() throws Exception {
        var server = server();
        ApiClient admin = server.admin();
        Path jar = server.drop(bundleThatNeedsWhatNobodyHas());
        long deadline = System.nanoTime() + SOON.toNanos();
        while (find("mortise.itests.needy") == null && System.nanoTime() < deadline) {
            assertEquals(200, admin.get("/api").statusCode());
        }
        Bundle needy = find("mortise.itests.needy");
        assertEquals(Bundle.INSTALLED, needy.getState());
        assertEquals(200, admin.get("/api/v1/namespaces").statusCode());
        Files.delete(jar);
    }

    @Test
    public void aPluginThatMisbehavesIsBlamedByNameAndHurtsNobodyElse() throws Exception {
        var server = server();
        ApiClient admin = server.admin();
        Path jar = server.drop(Distribution.testBundle("mortise.itests.faulty"));
        admin.awaitGet("/api?x=1", answer -> admin.get("/api", "X-Faulty", "throw").statusCode() == 500, SOON);

        CompletableFuture<HttpResponse<String>> hanging = admin.getLater("/api", "X-Faulty", "hang");
        for (String fault : new String[] {"throw", "error", "null"}) {
            HttpResponse<String> answer = admin.get("/api", "X-Faulty", fault);
            assertEquals(fault, 500, answer.statusCode());
            assertTrue(answer.body(), answer.body().contains("mortise.itests.faulty"));
            assertEquals(200, admin.get("/api").statusCode());
        }
        HttpResponse<String> late = hanging.get(15, TimeUnit.SECONDS);
        assertEquals(504, late.statusCode());
        assertTrue(late.body(), late.body().contains("mortise.itests.faulty"));
        Files.delete(jar);
        admin.awaitGet("/api?x=2", answer -> admin.get("/api", "X-Faulty", "throw").statusCode() == 200, SOON);
    }

    private Bundle find(String symbolicName) {
        return Arrays.stream(context.getBundles())
                .filter(bundle -> symbolicName.equals(bundle.getSymbolicName())).findFirst().orElse(null);
    }

    private static Path bundleThatNeedsWhatNobodyHas() throws IOException {
        var manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.putValue("Bundle-ManifestVersion", "2");
        main.putValue("Bundle-SymbolicName", "mortise.itests.needy");
        main.putValue("Bundle-Version", "1.0.0");
        main.putValue("Import-Package", "nobody.exports.this");
        Path jar = ServerInContainer.work().resolve("mortise.itests.needy.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return jar;
    }

    static String gadget(String name, String size) {
        return "{\"metadata\":{\"name\":\"" + name + "\"},\"spec\":{\"size\":\"" + size + "\"}}";
    }

    private static String field(String json, String name) {
        int start = json.indexOf("\"" + name + "\":\"") + name.length() + 4;
        return json.substring(start, json.indexOf('"', start));
    }
}
