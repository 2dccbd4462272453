package mortise.itests.dynamics;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import mortise.spi.storage.Commit;
import mortise.spi.storage.Store;
import org.junit.Test;
import org.osgi.framework.ServiceReference;

/** Admission plug-ins and feature gates are switched while the server runs. */
public class SwitchesIT extends InContainer {

    private static final String NOWHERE = "/api/v1/namespaces/nowhere/configmaps";
    private static final String SECRETS = "/api/v1/namespaces/default/secrets";
    private static final String UNSAFE = "?ignoreStoreReadErrorWithClusterBreakingPotential=true";
    private static final Duration SOON = Duration.ofSeconds(10);

    @Test
    public void anAdmissionPluginIsSwitchedOffAndOn() throws Exception {
        ApiClient admin = server().admin();
        admin.awaitGet("/api/v1/namespaces/default", answer -> answer.statusCode() == 200, SOON);
        assertEquals(404, admin.post(NOWHERE, configMap("a")).statusCode());
        Path file = ServerInContainer.configFile("mortise.core.registry");
        Files.writeString(file, "disable.admission.plugins = NamespaceLifecycle, DefaultTolerationSeconds\n");
        String created = awaitPost(admin, 201);
        assertEquals(200, admin.get(NOWHERE + "/" + created).statusCode());
        Files.delete(file);
        awaitPost(admin, 404);
        assertEquals("what is there stays", 200, admin.get(NOWHERE + "/" + created).statusCode());
    }

    /** Creates an object after the other until that is answered as wanted, and returns the name of the last. */
    private static String awaitPost(ApiClient admin, int status) {
        long deadline = System.nanoTime() + SOON.toNanos();
        int last = 0;
        while (System.nanoTime() < deadline) {
            String name = "c" + System.nanoTime();
            last = admin.post(NOWHERE, configMap(name)).statusCode();
            if (last == status) {
                return name;
            }
        }
        throw new AssertionError("still " + last);
    }

    @Test
    public void aCorruptObjectIsDeletedOnceItsGateIsOpen() throws Exception {
        ApiClient admin = server().admin();
        admin.awaitGet("/api/v1/namespaces/default", answer -> answer.statusCode() == 200, SOON);
        assertEquals(201, admin.post(SECRETS, object("Secret", "good")).statusCode());
        store("/registry/secrets/default/bad");
        HttpResponse<String> one = admin.get(SECRETS + "/bad");
        assertEquals(500, one.statusCode());
        assertTrue(one.body(), one.body().contains("StorageError: corrupt object"));
        HttpResponse<String> list = admin.get(SECRETS);
        assertEquals(500, list.statusCode());
        assertTrue(list.body(), list.body().contains("\"reason\":\"StorageReadError\"")
                && list.body().contains("/registry/secrets/default/bad"));
        assertEquals(200, admin.get(SECRETS + "/good").statusCode());
        assertEquals("the gate is closed", 500, admin.delete(SECRETS + "/bad" + UNSAFE).statusCode());

        Path gates = ServerInContainer.configFile("mortise.core.registry.gates");
        Files.writeString(gates, "feature.gates = AllowUnsafeMalformedObjectDeletion=true\n");
        HttpResponse<String> deleted = awaitUnsafeDeletion();
        assertTrue(deleted.body(), deleted.body().contains("\"status\":\"Success\""));
        ApiClient again = server().admin();
        assertEquals(404, again.get(SECRETS + "/bad").statusCode());
        assertEquals(200, again.get(SECRETS).statusCode());
        assertEquals(422, again.delete(SECRETS + "/good" + UNSAFE).statusCode());
        store("/registry/secrets/default/bad");
        Iterator<String> events = again.watch(SECRETS + "?watch=1").iterator();
        assertTrue(events.next().contains("\"name\":\"good\""));
        assertEquals(200, again.delete(SECRETS + "/bad" + UNSAFE).statusCode());
        String event = events.next();
        assertTrue(event, event.contains("\"type\":\"DELETED\"") && event.contains("\"name\":\"bad\""));
        Files.delete(gates);
    }

    /** What depends on the gates starts anew, perhaps with another address. */
    private HttpResponse<String> awaitUnsafeDeletion() throws Exception {
        long deadline = System.nanoTime() + SOON.toNanos();
        HttpResponse<String> last = null;
        while (System.nanoTime() < deadline) {
            try {
                last = server().admin().delete(SECRETS + "/bad" + UNSAFE);
                if (last.statusCode() == 200) {
                    return last;
                }
            } catch (IllegalStateException restarting) {
                assertTrue(restarting.getCause() instanceof IOException);
            }
        }
        throw new AssertionError("still " + (last == null ? "nothing" : last.statusCode() + " " + last.body()));
    }

    private void store(String key) throws Exception {
        ServiceReference<Store> reference = context.getServiceReferences(
                Store.class, "(mortise.storage.backend=memory)").iterator().next();
        Store store = context.getService(reference);
        store.commit(Commit.create(key, "no object".getBytes(StandardCharsets.UTF_8)))
                .toCompletableFuture().get(10, TimeUnit.SECONDS);
        context.ungetService(reference);
    }

    private static String configMap(String name) {
        return object("ConfigMap", name);
    }

    private static String object(String kind, String name) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"" + kind + "\",\"metadata\":{\"name\":\"" + name + "\"}}";
    }
}
