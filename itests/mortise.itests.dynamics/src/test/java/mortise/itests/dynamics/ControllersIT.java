package mortise.itests.dynamics;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.junit.Test;

/** Controllers while parts come and go. */
public class ControllersIT extends InContainer {

    private static final String NAMESPACES = "/api/v1/namespaces";
    private static final String GROUP = "/apis/workshop.example.com/v1";
    private static final Duration SOON = Duration.ofSeconds(20);

    private static void create(ApiClient admin, String path, String body) {
        HttpResponse<String> answer = admin.post(path, body);
        assertEquals(answer.body(), 201, answer.statusCode());
    }

    private static void namespace(ApiClient admin, String name) {
        create(admin, NAMESPACES, "{\"metadata\":{\"name\":\"" + name + "\"}}");
    }

    @Test
    public void objectsOfAHotPluggedGroupGoWithTheirNamespace() throws Exception {
        var server = server();
        ApiClient admin = server.admin();
        Path jar = server.drop(Distribution.testBundle("mortise.itests.sample"));
        admin.awaitGet(GROUP, answer -> answer.statusCode() == 200, SOON);
        namespace(admin, "bench");
        String gadgets = GROUP + "/namespaces/bench/gadgets";
        create(admin, gadgets, HotPluggingIT.gadget("lamp", "large"));
        create(admin, NAMESPACES + "/bench/configmaps", "{\"metadata\":{\"name\":\"c\"}}");
        assertEquals(200, admin.delete(NAMESPACES + "/bench").statusCode());
        admin.awaitGet(NAMESPACES + "/bench", answer -> answer.statusCode() == 404, SOON);
        assertEquals(404, admin.get(gadgets + "/lamp").statusCode());
        assertEquals(404, admin.get(NAMESPACES + "/bench/configmaps/c").statusCode());
        Files.delete(jar);
        admin.awaitGet(GROUP, answer -> answer.statusCode() == 404, SOON);
    }

    @Test
    public void aControllerIsSwitchedOffAndOnWhileTheServerRuns() throws Exception {
        ApiClient admin = server().admin();
        Path file = ServerInContainer.configFile("mortise.core.registry.controllers");
        Files.writeString(file, "controllers = *,-namespace\n");
        String stays = "stays0";
        for (int i = 1; endsSoon(admin, stays); i++) {
            assertTrue("it is not switched off", i < 20);
            stays = "stays" + i;
        }
        Files.delete(file);
        admin.awaitGet(NAMESPACES + "/" + stays, answer -> answer.statusCode() == 404, SOON);
    }

    /** Makes and deletes a namespace, and says whether somebody works on its end within a second. */
    private static boolean endsSoon(ApiClient admin, String name) throws Exception {
        namespace(admin, name);
        admin.delete(NAMESPACES + "/" + name);
        try {
            admin.awaitGet(NAMESPACES + "/" + name, answer -> answer.statusCode() == 404, Duration.ofSeconds(1));
            return true;
        } catch (TimeoutException stays) {
            return false;
        }
    }
}
