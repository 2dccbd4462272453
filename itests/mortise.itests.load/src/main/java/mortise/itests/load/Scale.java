package mortise.itests.load;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

/**
 * What the same works cost while more and more is stored, and with how many watchers: what grows with what is stored
 * and not with what is asked stands out. Prints one row; each run fills up to its own number of objects.
 */
final class Scale {

    static final int OBJECT_BYTES = 2_000;
    private static final int PAGE = 500;
    private static final int ASKED_IN_NAMESPACES = 50;
    private static final int FILL_SECONDS_MAX = 3_600;
    private static final int FILES_BESIDES = 500;
    private static final int LIST_CLIENTS = 1;
    private static final int OTHER_CLIENTS = 4;

    private final Crew crew;
    private final Connections connections;
    private final ServerProcess server;
    private final Arguments arguments;
    private final Report report;
    private final AtomicLong changes = new AtomicLong(System.nanoTime());
    private long errors;

    Scale(Crew crew, Connections connections, ServerProcess server, Arguments arguments, Report report) {
        this.crew = crew;
        this.connections = connections;
        this.server = server;
        this.arguments = arguments;
        this.report = report;
    }

    /**
     * Fills and measures.
     *
     * @return how many requests failed
     */
    long run(int objects) throws IOException, InterruptedException {
        long files = Math.min(server.openFilesMax(), new ServerProcess(ProcessHandle.current().pid()).openFilesMax());
        if (files < arguments.watchers() + FILES_BESIDES) {
            throw new IOException("only " + files + " files may be open in the server or here: raise ulimit -n");
        }
        double perSecond = fill(objects);
        ServerProcess.Heap heap = server.heapAfterCollection();
        report.table("objects of 2 kB", "filled/s", "heap MB", "RSS MB", "list ms", "list CPU ms", "page ms", "50 ms",
                "get ms", "update ms", "update p99", "fan-out ms", "fan-out p99", "CPU µs/event", "heap MB then",
                "RSS MB then");
        long memory = server.residentMegabytes().orElse(0);
        Phase list = measure("list", LIST_CLIENTS, n -> Client.Request.get("/api/v1/configmaps"));
        Phase page = measure("page", OTHER_CLIENTS, n -> Client.Request.get("/api/v1/configmaps?limit=" + PAGE));
        Phase few = measure("50", OTHER_CLIENTS, n -> Client.Request.get("/api/v1/namespaces/load-few/configmaps"));
        Phase get = measure("get", OTHER_CLIENTS, n -> Client.Request.get(path(any(objects))));
        Phase update = measure("update", OTHER_CLIENTS, n -> {
            // Clients change different objects, so that none is refused.
            long changed = any(objects / OTHER_CLIENTS) * OTHER_CLIENTS + n;
            return Works.put(path(changed), object(changed, changes.incrementAndGet()));
        });
        FanOut.Result fanOut = new FanOut(connections, server, arguments.watchers(), 1)
                .run(arguments.warmupSeconds(), arguments.seconds());
        report.row(objects, Report.number(perSecond), Report.number(heap.megabytes()), memory, median(list),
                Report.number(list.cpuMillisPerOperation()), median(page), median(few), median(get), median(update),
                Report.number(update.latencies().millisAt(0.99)), median(fanOut.events()),
                Report.number(fanOut.events().latencies().millisAt(0.99)),
                Report.number(micros(fanOut.events().cpuMillisPerOperation())),
                Report.number(fanOut.heap().megabytes()), server.residentMegabytes().orElse(0));
        report.end();
        return errors;
    }

    private static OptionalDouble micros(OptionalDouble millis) {
        return millis.isPresent() ? OptionalDouble.of(millis.getAsDouble() * 1_000) : millis;
    }

    private static String median(Phase phase) {
        return Report.number(phase.latencies().millisAt(0.5));
    }

    /** Makes the request of a client. */
    private interface Maker {
        Client.Request make(int client);
    }

    private Phase measure(String name, int clients, Maker maker) throws IOException, InterruptedException {
        Work work = Work.of(name, clients, Work.Goal.NONE, client -> Optional.of(maker.make(client)));
        note(crew.run(work, arguments.warmupSeconds()));
        return note(crew.run(work, arguments.seconds()));
    }

    private Phase note(Phase phase) {
        errors += phase.errors();
        if (phase.errors() > 0) {
            report.note(phase.errors() + " requests failed, the first: " + phase.firstError());
        }
        return phase;
    }

    private double fill(int objects) throws IOException, InterruptedException {
        all(Objects.NAMESPACES, n -> Works.create("/api/v1/namespaces/-",
                Objects.namespaceJson(Objects.namespace(n))));
        all(1, n -> Works.create("/api/v1/namespaces/-", Objects.namespaceJson("load-few")));
        all(ASKED_IN_NAMESPACES, n -> Works.create("/api/v1/namespaces/load-few/configmaps/-",
                Objects.configMapJson("load-few", "few-" + n, 0, OBJECT_BYTES)));
        return all(objects, n -> Works.create(path(n), object(n, 0))).perSecond();
    }

    private Phase all(int count, LongFunction<Client.Request> maker)
            throws IOException, InterruptedException {
        AtomicLong next = new AtomicLong();
        return note(crew.run(Work.of("fill", arguments.clients(), Work.Goal.NONE, client -> {
            long n = next.getAndIncrement();
            return n < count ? Optional.of(maker.apply(n)) : Optional.empty();
        }), FILL_SECONDS_MAX));
    }

    private static String path(long n) {
        return Objects.configMapPath("scale-", n);
    }

    private static byte[] object(long n, long change) {
        return Objects.configMapJson(Objects.namespace(n), "scale-" + n, change, OBJECT_BYTES);
    }

    private static long any(int objects) {
        return ThreadLocalRandom.current().nextLong(objects);
    }
}
