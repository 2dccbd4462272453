package mortise.core.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.random.RandomGenerator;
import mortise.core.cache.CacheSettings;
import mortise.core.cache.CacheSpec;
import mortise.core.cache.ResourceCache;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.storage.Store;
import mortise.storage.memory.MemoryStore;
import org.junit.jupiter.api.Test;

/** Every resource is opened at the start of the server, so a hundred of them may not cost what is noticed. */
final class StartTest {

    private static final int RESOURCES = 100;
    /** Far more than it takes, and far less than a thread or a blocking read for each would. */
    private static final Duration LIMIT = Duration.ofMillis(500);

    @Test
    void aHundredEmptyResourcesOpenInNoTime() {
        var store = new MemoryStore();
        try {
            open(store); // The first time loads classes.
            assertThat(open(store)).as("milliseconds").isLessThan(LIMIT.toMillis());
        } finally {
            store.close();
        }
    }

    /** Returns how many milliseconds pass until each of the resources can be listed. */
    static long open(Store store) {
        ExecutorService dispatcher = Executors.newFixedThreadPool(2);
        var timer = new ScheduledThreadPoolExecutor(1);
        int threads = Thread.activeCount();
        var groups = groups(store, dispatcher, timer);
        long begin = System.nanoTime();
        for (int i = 0; i < RESOURCES; i++) {
            String name = "x" + i;
            groups.add(name, new Gadgets(name + ".io", List.of(
                    ResourceDefinition.named(name, name, "X" + i).version("v1").build())), "test");
        }
        for (ServedGroup group : List.copyOf(groups.snapshot().groups())) {
            ServedResource resource = group.versions().get(0).resources().get(0);
            assertThat(TestServer.names(resource.verbs().list(new ListRequest("", ListOptions.ALL)))).isEmpty();
        }
        long millis = (System.nanoTime() - begin) / 1_000_000;
        assertThat(Thread.activeCount() - threads).as("threads for all of them").isLessThan(10);
        groups.close();
        dispatcher.shutdownNow();
        timer.shutdownNow();
        return millis;
    }

    private static Groups groups(Store store, ExecutorService dispatcher, ScheduledThreadPoolExecutor timer) {
        var admission = new AdmissionChain(List::of, List::of, timer, Duration.ofSeconds(1));
        var shared = new Resources(admission, Gates.parse(""), InstantSource.system(), UUID::randomUUID,
                new NameGenerator(RandomGenerator.getDefault()), 1);
        return new Groups(RuntimeConfig.parse(""), new GroupOrder(TestServer.NAMES), shared, wanted -> {
            KeyLayout keys = KeyLayout.of(wanted.definition().storagePrefix(), true);
            ResourceCache cache = ResourceCache.open(store, new CacheSpec(keys.prefix(), true, Map.of(), List.of()),
                    CacheSettings.defaults(), dispatcher, timer, InstantSource.system());
            return new ResourceState(wanted.resource(), wanted.definition(), keys, store, cache);
        });
    }
}
