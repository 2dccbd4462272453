package mortise.controller.garbagecollector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.tck.controller.ObjectCall.Operation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random owners, random deletions, calls that fail at random and collectors that are started anew: what is left must be
 * what a model of twenty lines leaves. Deletions come one after the other, each when the one before has had its whole
 * effect, so that there is but one right result.
 */
class RandomForestTest {

    private static final long SEED = Long.getLong("mortise.seed", System.nanoTime());
    private static final int RUNS = 20;
    private static final int PODS = 40;
    private static final int DELETIONS = 8;
    private static final List<String> POLICIES = List.of("Background", "Foreground", "Orphan");

    static LongStream seeds() {
        return LongStream.range(SEED, SEED + RUNS);
    }

    /** What should be: each object with its owners. */
    private static final class Model {
        final Map<String, Set<String>> owners = new TreeMap<>();

        void delete(String name, String policy) {
            owners.remove(name);
            if (policy.equals("Orphan")) {
                owners.values().forEach(of -> of.remove(name));
                return;
            }
            Set<String> without = owners.entrySet().stream().filter(entry -> entry.getValue().contains(name))
                    .map(Map.Entry::getKey).collect(Collectors.toSet());
            owners.values().forEach(of -> of.remove(name));
            for (String dependent : without) {
                Set<String> left = owners.get(dependent);
                if (left != null && left.isEmpty()) {
                    delete(dependent, policy);
                }
            }
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whatIsLeftIsWhatTheModelLeaves(long seed) throws InterruptedException {
        var random = new Random(seed);
        var cluster = new Cluster();
        var model = new Model();
        plant(random, cluster, model);
        var faults = new Random(seed + 1);
        cluster.objects.beforeEachCall(call -> {
            synchronized (faults) {
                if (call.operation() != Operation.CREATE && faults.nextInt(10) == 0) {
                    throw new ApiException(ApiStatus.of(ErrorReason.SERVICE_UNAVAILABLE, "the test says so"));
                }
            }
        });
        cluster.collect();
        try {
            for (int i = 0; i < DELETIONS && !model.owners.isEmpty(); i++) {
                List<String> names = new ArrayList<>(model.owners.keySet());
                String name = names.get(random.nextInt(names.size()));
                String policy = POLICIES.get(random.nextInt(POLICIES.size()));
                model.delete(name, policy);
                cluster.delete(name, policy);
                if (random.nextInt(4) == 0) {
                    cluster.stop();
                    cluster.collect();
                }
                boolean same = cluster.objects.await(() -> pods(cluster).equals(model.owners), Cluster.PATIENCE);
                assertThat(pods(cluster)).as("seed %d, after %s of %s", seed, policy, name).isEqualTo(model.owners);
                assertThat(same).isTrue();
            }
            cluster.afterAWhile();
            assertThat(pods(cluster)).as("seed %d, at rest", seed).isEqualTo(model.owners);
        } finally {
            cluster.stop();
        }
    }

    /** Pods of up to three owners, all of them older. */
    private static void plant(Random random, Cluster cluster, Model model) {
        List<ApiObject> pods = new ArrayList<>();
        for (int i = 0; i < PODS; i++) {
            String name = String.format("pod-%02d", i);
            int owners = pods.isEmpty() ? 0 : random.nextInt(4);
            Map<String, ApiObject> chosen = new LinkedHashMap<>();
            IntStream.range(0, owners).mapToObj(some -> pods.get(random.nextInt(pods.size())))
                    .forEach(owner -> chosen.put(owner.metadata().name(), owner));
            ApiObject[] all = chosen.values().toArray(new ApiObject[0]);
            pods.add(random.nextBoolean() ? cluster.blockingPod(name, all) : cluster.pod(name, all));
            model.owners.put(name, new TreeSet<>(chosen.keySet()));
        }
    }

    private static Map<String, Set<String>> pods(Cluster cluster) {
        Map<String, Set<String>> pods = new HashMap<>();
        for (ApiObject pod : cluster.others.list(Cluster.V1, "pods", Cluster.NAMESPACE)) {
            Set<String> owners = new TreeSet<>();
            if (pod.at("metadata", "ownerReferences") instanceof List<?> references) {
                references.forEach(reference -> owners.add(String.valueOf(((Map<?, ?>) reference).get("name"))));
            }
            pods.put(pod.metadata().name(), owners);
        }
        return pods;
    }
}
