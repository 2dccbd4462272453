package mortise.core.late;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.Hashtable;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicInteger;
import mortise.api.ApiException;
import mortise.api.ErrorReason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceFactory;
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

class LateServiceTest {

    /** What is tracked here. */
    private interface Named {
        String get();
    }

    @TempDir
    Path storage;

    private Framework framework;
    private BundleContext context;

    @BeforeEach
    void start() throws Exception {
        framework = ServiceLoader.load(FrameworkFactory.class).findFirst().orElseThrow()
                .newFramework(Map.of(Constants.FRAMEWORK_STORAGE, storage.toString()));
        framework.start();
        context = framework.getBundleContext();
    }

    @AfterEach
    void stop() throws Exception {
        framework.stop();
        framework.waitForStop(10_000);
    }

    @Test
    void whatIsNotThereIsNotFoundAndAnswered503() {
        try (LateService<Named> late = LateService.of(context, Named.class)) {
            assertEquals(Optional.empty(), late.find());
            ApiException failed = assertThrows(ApiException.class, late::require);
            assertEquals(ErrorReason.SERVICE_UNAVAILABLE, failed.status().reason());
        }
    }

    @Test
    void comesAndGoesAndTheHighestRankWins() {
        try (LateService<Named> late = LateService.of(context, Named.class)) {
            ServiceRegistration<Named> first = register("first", 0);
            assertEquals("first", late.require().get());
            ServiceRegistration<Named> second = register("second", 1);
            assertEquals("second", late.require().get());
            second.unregister();
            assertEquals("first", late.require().get());
            first.unregister();
            assertEquals(Optional.empty(), late.find());
        }
    }

    @Test
    void aPropertyChooses() {
        try (LateService<Named> late = LateService.of(context, Named.class, "name", "wanted")) {
            register("other", 5);
            assertEquals(Optional.empty(), late.find());
            register("wanted", 0);
            assertEquals("wanted", late.require().get());
        }
    }

    @Test
    void aSupplierWillDoWithoutOsgi() {
        assertEquals("given", LateService.given(() -> "given").require());
        assertEquals(Optional.empty(), LateService.given(() -> null).find());
    }

    @Test
    void isMadeAtItsFirstUseAndGivenBackOnce() {
        var made = new AtomicInteger();
        var left = new AtomicInteger();
        context.registerService(Named.class, new Counted(made, left), null);
        try (LateService<Named> late = LateService.of(context, Named.class)) {
            assertEquals(0, made.get());
            late.require();
            late.require();
            assertEquals(1, made.get());
            assertEquals(0, left.get());
        }
        assertEquals(1, left.get());
    }

    private ServiceRegistration<Named> register(String name, int ranking) {
        var properties = new Hashtable<String, Object>(Map.of("name", name, Constants.SERVICE_RANKING, ranking));
        return context.registerService(Named.class, () -> name, properties);
    }

    private record Counted(AtomicInteger made, AtomicInteger left) implements ServiceFactory<Named> {

        @Override
        public Named getService(Bundle bundle, ServiceRegistration<Named> registration) {
            made.incrementAndGet();
            return () -> "counted";
        }

        @Override
        public void ungetService(Bundle bundle, ServiceRegistration<Named> registration, Named service) {
            left.incrementAndGet();
        }
    }
}
