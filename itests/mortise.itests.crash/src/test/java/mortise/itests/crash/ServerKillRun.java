package mortise.itests.crash;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import mortise.itests.crash.ServerCampaign.Accident;

/**
 * Campaigns with servers side by side, and their figures. As a program: {@code ServerKillRun rocksdb|etcd FOLDER KILLS
 * SERVERS SEED}, with an empty folder for what it needs and {@code -Dmortise.root} for where the distribution is.
 *
 * @param folder for data
 * @param kills how many servers are killed, at least
 * @param servers how many run side by side
 * @param seed of the random choices, which are repeated with it; the threads are not
 */
record ServerKillRun(Path folder, int kills, int servers, long seed) {

    /** What makes a start cheap, and many servers small. */
    static final String JAVA_OPTIONS = "-XX:TieredStopAtLevel=1 -Xms32m -Xmx160m";
    /** From so many kills on, it pays to have a class archive made first. */
    private static final int ARCHIVE_KILLS = 20;
    private static final int ETCD_FATES = 3;

    /** What happened; every check has held. */
    record Figures(int killed, int killedEarly, int asked, int members, ServerLedger.Figures compared, long seconds,
            long seed) {
        @Override
        public String toString() {
            return killed + " servers killed, " + killedEarly + " of them while they started, " + asked
                    + " asked to end, " + members + " members of etcd killed; " + compared + "; " + seconds
                    + " s, seed " + seed;
        }
    }

    /** A server and what belongs to it. */
    private record Subject(ServerProcess server, ServerCampaign campaign, EtcdAccident member) {
    }

    /** The death of the server's only member of etcd, before the server's, with it, or not. */
    private static final class EtcdAccident implements Accident {

        private final EtcdMember member;
        private final Random random;
        private boolean dead;
        private volatile int killed;

        EtcdAccident(EtcdMember member, Random random) {
            this.member = member;
            this.random = random;
        }

        @Override
        public void happen(Runnable more) throws IOException, InterruptedException {
            int fate = random.nextInt(ETCD_FATES);
            if (fate == 0) {
                return;
            }
            member.kill();
            killed++;
            dead = true;
            if (fate == 1) {
                mend();
                more.run();
            }
        }

        @Override
        public void mend() throws IOException {
            if (dead) {
                member.start();
                dead = false;
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        var run = new ServerKillRun(Path.of(arguments[1]), Integer.parseInt(arguments[2]),
                Integer.parseInt(arguments[3]), Long.parseLong(arguments[4]));
        try (var out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8)) {
            out.println(arguments[0].equals("etcd") ? run.etcd() : run.rocksdb());
        }
        System.exit(0);
    }

    Figures rocksdb() throws Exception {
        LeanDistribution distribution = distribution();
        List<Subject> subjects = new ArrayList<>();
        for (int i = 0; i < servers; i++) {
            var server = new ServerProcess(distribution, folder.resolve("server-" + i), JAVA_OPTIONS,
                    cleared -> List.of());
            subjects.add(new Subject(server, new ServerCampaign(server, more -> { }, new Random(seed + i),
                    "seed " + seed + ", server " + i), null));
        }
        return run(subjects);
    }

    Figures etcd() throws Exception {
        LeanDistribution distribution = distribution();
        List<EtcdMember> members = new ArrayList<>();
        try {
            List<Subject> subjects = new ArrayList<>();
            for (int i = 0; i < servers; i++) {
                EtcdMember member = EtcdMember.start(Files.createDirectories(folder.resolve("member-" + i)));
                members.add(member);
                var server = new ServerProcess(distribution, folder.resolve("server-" + i), JAVA_OPTIONS,
                        cleared -> List.of("--storage-backend=etcd", "--etcd-servers=" + member.address(),
                                "--etcd-prefix=/data-" + cleared));
                var random = new Random(seed + i);
                var accident = new EtcdAccident(member, random);
                subjects.add(new Subject(server, new ServerCampaign(server, accident, random,
                        "seed " + seed + ", server " + i), accident));
            }
            return run(subjects);
        } finally {
            members.forEach(EtcdMember::close);
        }
    }

    private LeanDistribution distribution() throws IOException {
        LeanDistribution distribution = LeanDistribution.in(Files.createDirectories(folder.resolve("distribution")));
        if (kills >= ARCHIVE_KILLS) {
            distribution.archive();
            var first = new ServerProcess(distribution, folder.resolve("first"), JAVA_OPTIONS,
                    cleared -> List.of());
            first.start();
            first.awaitReady();
            distribution.awaitArchive();
            first.kill();
        }
        return distribution;
    }

    private Figures run(List<Subject> subjects) throws ExecutionException, InterruptedException, IOException {
        long begin = System.nanoTime();
        ExecutorService threads = Executors.newFixedThreadPool(subjects.size());
        try {
            List<Future<Void>> ends = new ArrayList<>();
            for (Subject subject : subjects) {
                ends.add(threads.submit(() -> {
                    while (subject.campaign().killed() < (kills + servers - 1) / servers) {
                        subject.campaign().live();
                        note(subjects, begin);
                    }
                    subject.campaign().end();
                    return null;
                }));
            }
            for (Future<Void> end : ends) {
                end.get();
            }
        } finally {
            threads.shutdownNow();
            for (Subject subject : subjects) {
                subject.server().close();
            }
        }
        return figures(subjects, begin);
    }

    private synchronized void note(List<Subject> subjects, long begin) throws IOException {
        Files.writeString(folder.resolve("figures"), figures(subjects, begin) + "\n");
    }

    private Figures figures(List<Subject> subjects, long begin) {
        List<ServerCampaign> campaigns = subjects.stream().map(Subject::campaign).toList();
        return new Figures(campaigns.stream().mapToInt(ServerCampaign::killed).sum(),
                campaigns.stream().mapToInt(ServerCampaign::killedEarly).sum(),
                campaigns.stream().mapToInt(ServerCampaign::asked).sum(),
                subjects.stream().filter(subject -> subject.member() != null)
                        .mapToInt(subject -> subject.member().killed).sum(),
                campaigns.stream().map(ServerCampaign::figures).reduce(ServerLedger.Figures.NONE,
                        ServerLedger.Figures::plus),
                (System.nanoTime() - begin) / 1_000_000_000, seed);
    }
}
