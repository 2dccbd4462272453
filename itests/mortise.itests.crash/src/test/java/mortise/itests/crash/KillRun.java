package mortise.itests.crash;

import java.io.IOException;
import java.io.PrintStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
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
import mortise.itests.crash.Campaign.Accident;

/**
 * Campaigns side by side, and their figures. As a program: {@code KillRun rocksdb|etcd FOLDER KILLS STORES SEED}, with
 * an empty folder for what it needs.
 *
 * @param folder for data
 * @param kills how many processes are killed
 * @param stores how many stores each process has; etcd has one
 * @param seed of the random choices, which are repeated with it; the threads are not
 */
record KillRun(Path folder, int kills, int stores, long seed) {

    private static final int CAMPAIGNS = 2;
    private static final int LIVES_FACTOR_MAX = 10;
    private static final int ETCD_KILLED_EVERY = 2;
    private static final int PROGRESS_EVERY = 50;

    /** What happened; every check has held. */
    record Figures(int killed, int crashes, long acknowledged, long unknownMade, long seconds, long seed) {
        @Override
        public String toString() {
            return killed + " processes killed, " + crashes + " stores crashed, " + acknowledged
                    + " changes acknowledged, " + unknownMade + " made but not acknowledged, " + seconds + " s, seed "
                    + seed;
        }
    }

    public static void main(String[] arguments) throws Exception {
        var run = new KillRun(Path.of(arguments[1]), Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]),
                Long.parseLong(arguments[4]));
        Figures figures = arguments[0].equals("etcd") ? run.etcd() : run.rocksdb();
        try (var out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8)) {
            out.println(figures);
        }
        System.exit(0);
    }

    Figures rocksdb() throws Exception {
        List<String> java = JavaCommand.in(folder);
        List<Campaign> campaigns = new ArrayList<>();
        for (int i = 0; i < CAMPAIGNS; i++) {
            Path work = Files.createDirectory(folder.resolve("campaign-" + i));
            List<String> locations = new ArrayList<>();
            for (int store = 0; store < stores; store++) {
                locations.add(work.resolve("data-" + store).toString());
            }
            campaigns.add(new Campaign(Backend.ROCKSDB, locations, work, java, new Random(seed + i), "seed " + seed));
        }
        return run(campaigns, () -> { });
    }

    Figures etcd() throws Exception {
        try (EtcdMember etcd = EtcdMember.start(folder)) {
            var random = new Random(seed);
            var campaign = new Campaign(Backend.ETCD, List.of(etcd.address()), folder, JavaCommand.in(folder), random,
                    "seed " + seed);
            return run(List.of(campaign), () -> {
                if (random.nextInt(ETCD_KILLED_EVERY) == 0) {
                    etcd.kill();
                    etcd.start();
                }
            });
        }
    }

    private Figures run(List<Campaign> campaigns, Accident accident) throws ExecutionException, InterruptedException {
        long begin = System.nanoTime();
        ExecutorService threads = Executors.newFixedThreadPool(campaigns.size());
        try {
            List<Future<Void>> ends = new ArrayList<>();
            for (Campaign campaign : campaigns) {
                ends.add(threads.submit(() -> {
                    int share = kills / campaigns.size();
                    // By chance a few lives may end before they have done anything, which shows nothing.
                    for (int i = 0; i < share || i < LIVES_FACTOR_MAX * share && hasDoneLittle(campaign); i++) {
                        campaign.live(accident);
                        if (i % PROGRESS_EVERY == 0) {
                            note(campaigns, begin);
                        }
                    }
                    return null;
                }));
            }
            for (Future<Void> end : ends) {
                end.get();
            }
        } finally {
            threads.shutdownNow();
        }
        return figures(campaigns, begin);
    }

    private static boolean hasDoneLittle(Campaign campaign) {
        return campaign.acknowledged() <= campaign.crashes();
    }

    private void note(List<Campaign> campaigns, long begin) throws IOException {
        Files.writeString(folder.resolve("figures"), figures(campaigns, begin) + "\n");
    }

    private Figures figures(List<Campaign> campaigns, long begin) {
        return new Figures(campaigns.stream().mapToInt(Campaign::lives).sum(),
                campaigns.stream().mapToInt(Campaign::crashes).sum(),
                campaigns.stream().mapToLong(Campaign::acknowledged).sum(),
                campaigns.stream().mapToLong(Campaign::unknownMade).sum(),
                (System.nanoTime() - begin) / 1_000_000_000, seed);
    }
}
