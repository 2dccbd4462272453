package mortise.itests.load;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;

/** Fills a running server, measures one work after the other and prints what each cost. Never fails on a figure. */
public final class LoadDriver {

    private static final String ROW = "%-36s %11s %9s %9s %9s %10s %12s %18s%n";
    private static final double NO_TIME_LIMIT_SECONDS = 3_600;
    private static final String MEMORY_GOAL = "must stay within 450 MB; kube-apiserver + etcd 1770 MB";

    private final Arguments arguments;
    private final PrintStream out;
    private final Connections connections;
    private final ServerProcess server;
    private long errors;

    private LoadDriver(Arguments arguments, PrintStream out) throws Exception {
        Kubeconfig config = Kubeconfig.read(arguments.kubeconfig());
        this.arguments = arguments;
        this.out = out;
        this.connections = new Connections(config, Tls.context(config));
        this.server = new ServerProcess(arguments.pid());
    }

    /**
     * Runs from the command line; the exit code is 1 when requests failed and 2 for wrong arguments.
     *
     * @param commandLine see {@code --help}
     * @throws Exception when the server cannot be reached or does something that is not understood
     */
    public static void main(String[] commandLine) throws Exception {
        if (commandLine.length == 0 || commandLine[0].equals("--help")) {
            System.out.print(Arguments.HELP);
            return;
        }
        Arguments arguments;
        try {
            arguments = Arguments.parse(commandLine);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        LoadDriver driver = new LoadDriver(arguments, System.out);
        System.exit((arguments.soakMinutes() > 0 ? driver.soak() : driver.run()) ? 0 : 1);
    }

    private boolean soak() throws Exception {
        return new Soak(connections, server, arguments, out).run(arguments.soakMinutes()) == 0;
    }

    private boolean run() throws IOException, InterruptedException {
        try (Crew crew = new Crew(connections, server)) {
            fill(crew);
            out.printf(ROW, "work", "per second", "p50 ms", "p99 ms", "MB/s", "CPU ms", "must reach", "kube-apiserver");
            for (Work work : new Works(arguments).all()) {
                if (work.name().contains(arguments.only())) {
                    crew.run(work, arguments.warmupSeconds());
                    print(work.name(), work.goal(), crew.run(work, arguments.seconds()));
                }
            }
        }
        fanOut();
        server.residentMegabytes()
                .ifPresent(mb -> out.printf("resident memory at the end: %d MB (%s)%n", mb, MEMORY_GOAL));
        return errors == 0;
    }

    private void fanOut() throws IOException, InterruptedException {
        fanOut(arguments.clients());
        fanOut(1);
    }

    private void fanOut(int writers) throws IOException, InterruptedException {
        int watchers = arguments.watchers();
        String name = FanOut.NAME.formatted(watchers, writers);
        if (name.contains(arguments.only())) {
            FanOut.Result result = new FanOut(connections, server, watchers, writers)
                    .run(arguments.warmupSeconds(), arguments.seconds());
            print(name, FanOut.GOAL, result.events());
            out.printf("  CPU ms per event and watcher: %s, write included; %s without the write, which takes %s%n",
                    cpu(result.events().cpuMillisPerOperation()), cpu(result.cpuMillisPerEvent(watchers)),
                    cpu(result.changes().cpuMillisPerOperation()));
        }
    }

    private void fill(Crew crew) throws IOException, InterruptedException {
        List<String> namespaces = new ArrayList<>();
        for (int i = 0; i < Objects.NAMESPACES; i++) {
            namespaces.add(Objects.namespace(i));
        }
        fill(crew, "namespaces", namespaces.size(), n -> Works.create("/api/v1/namespaces/-",
                Objects.namespaceJson(namespaces.get((int) n))));
        fill(crew, "service accounts", namespaces.size(), n -> Works.create(
                "/api/v1/namespaces/" + namespaces.get((int) n) + "/serviceaccounts/default",
                Objects.serviceAccountJson(namespaces.get((int) n))));
        fill(crew, "pods", arguments.pods(), n -> Works.create(Objects.podPath("pod-", n),
                Objects.podJson("pod-", n, 0)));
        fill(crew, "config maps", arguments.pods(), n -> Works.create(Objects.configMapPath("map-", n),
                Objects.configMapJson("map-", n, 0)));
    }

    /** Makes the create request of object n. */
    private interface Maker {
        Client.Request make(long n);
    }

    private void fill(Crew crew, String what, int count, Maker maker) throws IOException, InterruptedException {
        AtomicLong next = new AtomicLong();
        Work work = Work.of(what, arguments.clients(), Work.Goal.NONE, client -> {
            long n = next.getAndIncrement();
            return n < count ? Optional.of(maker.make(n)) : Optional.empty();
        });
        Phase phase = crew.run(work, NO_TIME_LIMIT_SECONDS);
        out.printf(Locale.ROOT, "filled with %d %s in %.1f s%n", phase.operations(), what, phase.seconds());
        noteErrors(phase);
    }

    private void print(String name, Work.Goal goal, Phase phase) {
        out.printf(ROW, name, number(phase.perSecond()), number(phase.latencies().millisAt(0.5)),
                number(phase.latencies().millisAt(0.99)), number(phase.bytes() / phase.seconds() / 1e6),
                cpu(phase.cpuMillisPerOperation()), goal.mustReach(), goal.reference());
        noteErrors(phase);
    }

    private void noteErrors(Phase phase) {
        errors += phase.errors();
        if (phase.errors() > 0) {
            out.printf("  %d requests failed, the first: %s%n", phase.errors(), phase.firstError());
        }
    }

    private static String cpu(OptionalDouble millis) {
        return millis.isPresent() ? number(millis.getAsDouble()) : "?";
    }

    /** Three figures that mean something. */
    static String number(double value) {
        String format = value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : value >= 1 ? "%.2f" : "%.4f";
        return String.format(Locale.ROOT, format, value);
    }
}
