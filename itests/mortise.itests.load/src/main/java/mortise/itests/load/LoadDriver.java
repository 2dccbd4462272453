package mortise.itests.load;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Fills a running server, measures one work after the other and prints what each cost. Never fails on a figure. */
public final class LoadDriver {

    private static final double NO_TIME_LIMIT_SECONDS = 3_600;
    private static final String MEMORY_GOAL = "must stay within 450 MB; kube-apiserver + etcd 1770 MB";

    private final Arguments arguments;
    private final Report report;
    private final Connections connections;
    private final ServerProcess server;
    private long errors;

    private LoadDriver(Arguments arguments, PrintStream out) throws Exception {
        Kubeconfig config = Kubeconfig.read(arguments.kubeconfig());
        this.arguments = arguments;
        this.report = new Report(out, arguments.markdown());
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
        System.exit(driver.runChosen() ? 0 : 1);
    }

    private boolean runChosen() throws Exception {
        if (arguments.soakMinutes() > 0) {
            return new Soak(connections, server, arguments, report).run(arguments.soakMinutes()) == 0;
        }
        return arguments.scale() > 0 ? scale() : run();
    }

    private boolean scale() throws IOException, InterruptedException {
        try (Crew crew = new Crew(connections, server)) {
            return new Scale(crew, connections, server, arguments, report).run(arguments.scale()) == 0;
        }
    }

    private boolean run() throws IOException, InterruptedException {
        try (Crew crew = new Crew(connections, server)) {
            fill(crew);
            report.table("work", "per second", "p50 ms", "p99 ms", "MB/s", "CPU ms", "must reach", "kube-apiserver");
            Works works = works();
            for (Work work : works.all()) {
                if (work.name().contains(arguments.only())) {
                    crew.run(work, arguments.warmupSeconds());
                    print(work.name(), work.goal(), crew.run(work, arguments.seconds()));
                    noteErrors(crew.run(works.leftovers(Works.KEPT), NO_TIME_LIMIT_SECONDS));
                }
            }
            noteErrors(crew.run(works.leftovers(0), NO_TIME_LIMIT_SECONDS));
        }
        fanOut();
        server.residentMegabytes()
                .ifPresent(mb -> report.line("resident memory at the end: " + mb + " MB (" + MEMORY_GOAL + ")"));
        return errors == 0;
    }

    private Works works() throws IOException, InterruptedException {
        try (Client client = connections.http1()) {
            return new Works(arguments, client);
        }
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
            report.note("%s: CPU ms per event and watcher: %s, write included; %s without the write, which takes %s"
                    .formatted(name, Report.number(result.events().cpuMillisPerOperation()),
                            Report.number(result.cpuMillisPerEvent(watchers)),
                            Report.number(result.changes().cpuMillisPerOperation())));
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
        report.note(String.format(Locale.ROOT, "filled with %d %s in %.1f s", phase.operations(), what,
                phase.seconds()));
        noteErrors(phase);
    }

    private void print(String name, Work.Goal goal, Phase phase) {
        report.row(name, Report.number(phase.perSecond()), Report.number(phase.latencies().millisAt(0.5)),
                Report.number(phase.latencies().millisAt(0.99)), Report.number(phase.bytes() / phase.seconds() / 1e6),
                Report.number(phase.cpuMillisPerOperation()), goal.mustReach(), goal.reference());
        noteErrors(phase);
    }

    private void noteErrors(Phase phase) {
        errors += phase.errors();
        if (phase.errors() > 0) {
            report.note(phase.errors() + " requests failed, the first: " + phase.firstError());
        }
    }
}
