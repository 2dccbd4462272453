package mortise.itests.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import mortise.itests.crash.Backend.OpenStore;

/** Lives and deaths of one process with some stores. */
final class Campaign {

    private static final int START_MILLIS_MAX = 500;
    /** One of so many is killed before it says that its stores are open, when it may be opening them. */
    private static final int EARLY_EVERY = 5;

    private final Backend backend;
    private final List<String> locations;
    private final List<Path> reports = new ArrayList<>();
    private final List<Ledger> ledgers = new ArrayList<>();
    private final List<String> java;
    private final RandomGenerator random;
    private final Path errors;
    private int lives;

    /** What comes between the kill and the comparison: for etcd, its own death. */
    interface Accident {
        void happen() throws IOException, InterruptedException;
    }

    Campaign(Backend backend, List<String> locations, Path work, List<String> java, RandomGenerator random,
            String what) {
        this.backend = backend;
        this.locations = locations;
        this.java = java;
        this.random = random;
        this.errors = work.resolve("errors");
        for (int i = 0; i < locations.size(); i++) {
            reports.add(work.resolve("report-" + i));
            ledgers.add(new Ledger(what + ", store " + i));
        }
    }

    /** Starts the process, kills it at some time, has the accident happen, and compares every store. */
    void live(Accident accident) throws IOException, InterruptedException {
        String life = Integer.toString(lives++);
        List<String> command = new ArrayList<>(java);
        command.addAll(List.of(Victim.class.getName(), backend.name(), life));
        for (int i = 0; i < locations.size(); i++) {
            Ledger ledger = ledgers.get(i);
            Files.deleteIfExists(reports.get(i));
            command.addAll(List.of(locations.get(i), reports.get(i).toString(), Long.toString(ledger.seen()),
                    Long.toString(Math.min(ledger.seen(), ledger.checked()))));
        }
        Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        if (random.nextInt(EARLY_EVERY) == 0) {
            pause(START_MILLIS_MAX);
        } else {
            String first = process.inputReader(StandardCharsets.UTF_8).readLine();
            if (!"open".equals(first)) {
                throw new IllegalStateException("life " + life + " said " + first + "\n"
                        + Files.readString(errors));
            }
            pause(backend.lifeMillisMax());
        }
        accident.happen();
        process.destroyForcibly().waitFor();
        for (int i = 0; i < locations.size(); i++) {
            try (OpenStore opened = backend.open(locations.get(i))) {
                ledgers.get(i).compare(opened.store(), reports.get(i), life);
            }
            assertThat(backend.problems(locations.get(i))).as("problems of store %d after life %s", i, life).isEmpty();
        }
    }

    private void pause(int millisMax) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1) * random.nextInt(millisMax * 10) / 10);
    }

    int lives() {
        return lives;
    }

    int crashes() {
        return lives * locations.size();
    }

    long acknowledged() {
        return ledgers.stream().mapToLong(Ledger::acknowledgedInAll).sum();
    }

    long unknownMade() {
        return ledgers.stream().mapToLong(Ledger::unknownMade).sum();
    }
}
