package mortise.storage.etcd;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import mortise.core.etcd.EtcdChanges;
import mortise.core.etcd.Following;
import mortise.core.etcd.MemberStatus;
import mortise.spi.storage.StoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a quiet watch learns that it has missed nothing. Members from 3.4.31 and 3.5.13 on are asked for their progress.
 * Older ones may report progress before the changes it includes (etcd issue 15220), so the changes of all keys are
 * followed. Where that is not possible, or the watch began before it, the keys are read: when none was written after
 * what the watch has delivered, and there are as many as then, nothing is on its way.
 */
final class Progress implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Progress.class);

    private static final long CLOSING_MILLIS_MAX = 1_000;

    private final EtcdChanges etcd;
    private final List<String> servers;
    private final EveryChange changes;
    /** Whether all members are known to be new enough; until they are asked, none is. */
    private volatile boolean reliable;
    private volatile CompletableFuture<Void> asked = CompletableFuture.completedFuture(null);

    Progress(EtcdChanges etcd, List<String> servers, List<EtcdWatch> watches) {
        this.etcd = etcd;
        this.servers = servers;
        changes = new EveryChange(etcd, watches);
    }

    /** Asks the members how old they are, as they may have been replaced while they were away. Does not wait. */
    void learn() {
        reliable = false;
        var answers = servers.stream().map(this::status).toList();
        asked = CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).thenRun(() -> {
            List<MemberStatus> known = answers.stream().flatMap(answer -> answer.join().stream()).toList();
            reliable = known.size() == answers.size()
                    && known.stream().allMatch(status -> reportsInOrder(status.version()));
            if (!reliable) {
                changes.follow(known.stream().mapToLong(MemberStatus::revision).max().orElse(0));
            }
        });
    }

    private CompletableFuture<Optional<MemberStatus>> status(String server) {
        return etcd.status(server)
                .handle((status, failure) -> {
                    if (failure != null) {
                        LOG.warn("The version of etcd at {} is not known: {}", server,
                                cause(failure).getMessage());
                        return Optional.empty();
                    }
                    if (!reportsInOrder(status.version())) {
                        LOG.info("etcd {} at {} reports progress unreliably, so the changes of all keys are followed",
                                status.version(), server);
                    }
                    return Optional.of(status);
                });
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    /** Says whether a version such as {@code 3.5.13} reports progress after the changes it includes. */
    static boolean reportsInOrder(String version) {
        String[] parts = version.split("[.\\-+]");
        try {
            int major = Integer.parseInt(parts[0]);
            int minor = Integer.parseInt(parts[1]);
            int patch = Integer.parseInt(parts[2]);
            return major > 3 || major == 3 && (minor > 5 || minor == 5 && patch >= 13 || minor == 4 && patch >= 31);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException unheard) {
            return false;
        }
    }

    boolean reliable() {
        return reliable;
    }

    /** Asks how far a watch is; it is told when the answer comes. */
    void ask(EtcdWatch watch, @Nullable Following following) {
        if (following == null) {
            return;
        }
        if (reliable) {
            following.askProgress();
            return;
        }
        try {
            changes.follow(0);
            long reached = changes.reached(watch);
            if (reached > 0) {
                watch.advance(reached);
            } else {
                compare(watch);
            }
        } catch (StoreException e) {
            LOG.debug("The keys of {} cannot be read", watch.request().prefix(), e);
        }
    }

    /** Says that a watch has delivered something and that somebody waits for more. */
    void delivered(EtcdWatch watch) {
        if (!reliable) {
            changes.tell(watch);
        }
    }

    /** Says that a watch has ended. */
    void forget(EtcdWatch watch) {
        changes.forget(watch.request().prefix());
    }

    /** Returns a revision that etcd had got to; 0 when none is known. */
    long seen() {
        return changes.seen();
    }

    /** Says that etcd was restored to an older state and at which revision it is now. */
    void startOver(long current) {
        changes.startOver(current);
    }

    private void compare(EtcdWatch watch) {
        long revision = etcd.quietUntil(watch.request().prefix(), watch.delivered());
        if (revision > 0) {
            watch.advance(revision);
            changes.follow(revision);
        }
    }

    @Override
    public void close() {
        // The client opens a connection for each question to a member, which is closed with the answer.
        asked.completeOnTimeout(null, CLOSING_MILLIS_MAX, TimeUnit.MILLISECONDS).join();
        changes.close();
    }
}
