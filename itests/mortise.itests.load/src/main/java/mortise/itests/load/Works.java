package mortise.itests.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

/** The works in the order they are measured: reads first, so that they meet the store as it was filled. */
final class Works {

    /** How many objects a phase creates: enough for a steady figure, few enough not to change what follows. */
    static final int CREATED_PER_PHASE = 5_000;

    /** How many of them stay until they are deleted in another work's warm-up and measured phase. */
    static final int KEPT = 2 * CREATED_PER_PHASE;
    private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";
    static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
    private static final String METADATA = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";
    private static final int LIST_CLIENTS = 2;
    private static final int PAGE = 500;

    private final int clients;
    private final int objects;
    private final AtomicLong changes = new AtomicLong();
    private final Made pods = new Made(n -> Objects.podPath("new-", n));
    private final Made configMaps = new Made(n -> Objects.configMapPath("new-", n));
    private final Made protobufPods = new Made(ProtobufTemplate::podPath);
    private final Made protobufConfigMaps = new Made(ProtobufTemplate::configMapPath);
    private final ProtobufTemplate pod;
    private final ProtobufTemplate configMap;

    /** Makes the works; the namespaces must be there. */
    Works(Arguments arguments, Client client) throws IOException, InterruptedException {
        this.pod = ProtobufTemplate.pod(client);
        this.configMap = ProtobufTemplate.configMap(client);
        this.clients = arguments.clients();
        this.objects = arguments.pods();
    }

    List<Work> all() {
        List<Work> works = new ArrayList<>();
        addLists(works);
        addGets(works);
        addWrites(works);
        addDeletes(works);
        return works;
    }

    private void addLists(List<Work> works) {
        String list = "/api/v1/pods";
        Work.Goal whole = Work.Goal.of("543", "50");
        works.add(lists("list pods, from cache", LIST_CLIENTS, Work.Goal.of("607", "50"),
                Client.Request.get(list + "?resourceVersion=0")));
        works.add(lists("list pods, most recent", LIST_CLIENTS, whole, Client.Request.get(list)));
        works.add(lists("list pods, most recent", LIST_CLIENTS, whole, Client.Request.get(list)).overHttp2());
        works.add(lists("list pods, gzip", LIST_CLIENTS, Work.Goal.of("523", "150"),
                Client.Request.get(list).gzipped()));
        Work protobuf = lists("list pods, Protobuf", LIST_CLIENTS, Work.Goal.of("261", "40"),
                Client.Request.get(list, PROTOBUF));
        works.add(protobuf);
        works.add(protobuf.overHttp2());
        works.add(lists("list pods, Table", LIST_CLIENTS, Work.Goal.of("493", "50"), Client.Request.get(list, TABLE)));
        works.add(lists("list pods, metadata only", LIST_CLIENTS, Work.Goal.of("223", "30"),
                Client.Request.get(list, METADATA)));
        works.add(lists("list 1 % of pods by label", clients, Work.Goal.of("7.5 to 10", "1.5"),
                Client.Request.get(list + "?labelSelector=rare%3Dyes")));
        works.add(Work.of("list 2 % of pods by node name", clients, Work.Goal.of("9 to 15", "1.5"), client ->
                Optional.of(Client.Request.get(list + "?fieldSelector=spec.nodeName%3D" + Objects.node(anyObject())))));
        Work page = lists("page of 500 pods", clients, Work.Goal.of("31", "3"),
                Client.Request.get(list + "?limit=" + PAGE));
        works.add(page);
        works.add(page.overHttp2());
        works.add(lists("page of 500 pods, Protobuf", clients, Work.Goal.NONE,
                Client.Request.get(list + "?limit=" + PAGE, PROTOBUF)));
    }

    private static Work lists(String name, int clients, Work.Goal goal, Client.Request request) {
        Optional<Client.Request> always = Optional.of(request);
        return Work.of(name, clients, goal, client -> always);
    }

    private void addGets(List<Work> works) {
        Work recent = Work.of("get a pod, most recent", clients, Work.Goal.of("0.58", "0.08"),
                client -> Optional.of(Client.Request.get(Objects.podPath("pod-", anyObject()))));
        works.add(recent);
        works.add(recent.overHttp2());
        works.add(Work.of("get a pod, Protobuf", clients, Work.Goal.NONE,
                client -> Optional.of(Client.Request.get(Objects.podPath("pod-", anyObject()), PROTOBUF))));
        works.add(Work.of("get a pod, from cache", clients, Work.Goal.of("0.30", "0.08"), client ->
                Optional.of(Client.Request.get(Objects.podPath("pod-", anyObject()) + "?resourceVersion=0"))));
    }

    private void addWrites(List<Work> works) {
        addCreates(works);
        works.add(Work.of("update a config map", clients, Work.Goal.NONE, client -> {
            long n = objectOf(client);
            return Optional.of(put(Objects.configMapPath("map-", n), Objects.configMapJson("map-", n, nextChange())));
        }));
        works.add(Work.of("update a pod", clients, Work.Goal.NONE, client -> {
            long n = objectOf(client);
            return Optional.of(put(Objects.podPath("pod-", n), Objects.podJson("pod-", n, nextChange())));
        }));
        Work patch = Work.of("merge patch of a pod", clients, Work.Goal.of("1.16", "0.35"), client -> {
            String changed = "{\"metadata\":{\"annotations\":{\"example.com/change\":\"" + nextChange() + "\"}}}";
            return Optional.of(Client.Request.send("PATCH", Objects.podPath("pod-", objectOf(client)),
                    "application/merge-patch+json", changed.getBytes(StandardCharsets.UTF_8)));
        });
        works.add(patch);
        works.add(patch.overHttp2());
        works.add(Work.of("apply to a pod", clients, Work.Goal.NONE, client -> {
            String path = Objects.podPath("pod-", objectOf(client));
            String intent = "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\""
                    + path.substring(path.lastIndexOf('/') + 1) + "\",\"annotations\":{\"example.com/applied\":\""
                    + nextChange() + "\"}}}";
            return Optional.of(Client.Request.send("PATCH", path + "?fieldManager=load", "application/apply-patch+yaml",
                    intent.getBytes(StandardCharsets.UTF_8)));
        }));
    }

    private void addCreates(List<Work> works) {
        Work ofPods = Work.of("create a pod", clients, Work.Goal.of("1.75", "0.45"), client -> {
            long n = pods.make();
            return Optional.of(create(Objects.podPath("new-", n), Objects.podJson("new-", n, 0)));
        }).atMost(CREATED_PER_PHASE);
        works.add(ofPods);
        works.add(ofPods.overHttp2());
        works.add(Work.of("create a pod, Protobuf", clients, Work.Goal.NONE, client -> {
            long n = protobufPods.make();
            return Optional.of(createProtobuf(ProtobufTemplate.podPath(n), pod.object(n)));
        }).atMost(CREATED_PER_PHASE));
        Work ofMaps = Work.of("create a config map", clients, Work.Goal.of("0.89", "0.25"), client -> {
            long n = configMaps.make();
            return Optional.of(create(Objects.configMapPath("new-", n), Objects.configMapJson("new-", n, 0)));
        }).atMost(CREATED_PER_PHASE);
        works.add(ofMaps);
        works.add(ofMaps.overHttp2());
        works.add(Work.of("create a config map, Protobuf", clients, Work.Goal.NONE, client -> {
            long n = protobufConfigMaps.make();
            return Optional.of(createProtobuf(ProtobufTemplate.configMapPath(n), configMap.object(n)));
        }).atMost(CREATED_PER_PHASE));
    }

    private void addDeletes(List<Work> works) {
        works.add(Work.of("delete a config map", clients, Work.Goal.of("0.88", "0.25"), client -> configMaps.delete())
                .atMost(CREATED_PER_PHASE));
        works.add(Work.of("delete a pod", clients, Work.Goal.of("0.88", "0.25"), client -> pods.delete())
                .atMost(CREATED_PER_PHASE));
    }

    /**
     * Deletes what works have created, so that what is stored does not grow with each of them.
     *
     * @param keep how many of each kind stay, for the works that delete
     */
    Work leftovers(int keep) {
        return Work.of("leftovers", clients, Work.Goal.NONE, client -> pods.deleteBut(keep)
                .or(() -> configMaps.deleteBut(keep)).or(protobufPods::delete).or(protobufConfigMaps::delete));
    }

    static Client.Request create(String path, byte[] json) {
        return Client.Request.send("POST", Objects.collection(path), Client.Request.JSON, json);
    }

    private static Client.Request createProtobuf(String path, byte[] object) {
        return new Client.Request("POST", Objects.collection(path), PROTOBUF, PROTOBUF, object, false, false);
    }

    static Client.Request put(String path, byte[] json) {
        return Client.Request.send("PUT", path, Client.Request.JSON, json);
    }

    private long anyObject() {
        return ThreadLocalRandom.current().nextLong(objects);
    }

    /** Any object that no other client changes, so that no change is refused. */
    private long objectOf(int client) {
        if (client >= objects) {
            throw new IllegalArgumentException("fewer objects than clients");
        }
        long rounds = (objects - 1 - client) / clients + 1;
        return client + clients * ThreadLocalRandom.current().nextLong(rounds);
    }

    private long nextChange() {
        // Different from what an earlier run left behind, since a change to the same is none.
        return System.nanoTime() + changes.incrementAndGet();
    }

    /** Numbered objects that works create and delete in this order. */
    private static final class Made {

        private final LongFunction<String> path;
        private final AtomicLong created = new AtomicLong();
        private final AtomicLong deleted = new AtomicLong();

        Made(LongFunction<String> path) {
            this.path = path;
        }

        long make() {
            return created.getAndIncrement();
        }

        Optional<Client.Request> delete() {
            return deleteBut(0);
        }

        Optional<Client.Request> deleteBut(long keep) {
            long n = deleted.getAndUpdate(before -> before + keep < created.get() ? before + 1 : before);
            return n + keep < created.get() ? Optional.of(Client.Request.delete(path.apply(n))) : Optional.empty();
        }
    }
}
