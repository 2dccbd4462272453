package mortise.core.kubeconfig;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Credentials that a command supplies. They count until they expire or the server refuses them; then the command is run
 * again, once for all who wait. After a failure it is left alone for a second.
 */
final class PluginCredentials implements Credentials {

    static final Duration REST_AFTER_FAILURE = Duration.ofSeconds(1);
    private static final Logger LOG = LoggerFactory.getLogger(PluginCredentials.class);

    private final PluginCommand command;
    private final Cluster cluster;
    private final Optional<byte[]> authorities;
    private final ClientSettings settings;
    private final Optional<ClientIdentity> own;
    private final ReentrantLock running = new ReentrantLock();
    /** Written by whoever has the lock, or to nothing. */
    private volatile @Nullable Supplied supplied;
    private @Nullable Failure failure; // guarded by running

    private record Supplied(Proof proof, @Nullable Instant until) {
    }

    private record Failure(String message, Instant at) {
    }

    PluginCredentials(PluginCommand command, Cluster cluster, Optional<byte[]> authorities, ClientSettings settings,
            Optional<ClientIdentity> own) {
        this.command = command;
        this.cluster = cluster;
        this.authorities = authorities;
        this.settings = settings;
        this.own = own;
    }

    @Override
    public Proof current(Duration timeMax) throws KubeconfigException, InterruptedException {
        long deadlineNanos = System.nanoTime() + timeMax.toNanos();
        @Nullable Proof known = known();
        if (known != null) {
            return known;
        }
        if (!running.tryLock(timeMax.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new KubeconfigException("exec plugin: executable " + command.command() + " is still running");
        }
        try {
            // Somebody else may have run it in the meantime.
            @Nullable Proof fresh = known();
            return fresh != null ? fresh : run(Duration.ofNanos(Math.max(1, deadlineNanos - System.nanoTime())));
        } finally {
            running.unlock();
        }
    }

    private @Nullable Proof known() {
        Supplied present = supplied;
        return present == null || present.until() != null && !settings.clock().instant().isBefore(present.until())
                ? null : present.proof();
    }

    private Proof run(Duration timeMax) throws KubeconfigException, InterruptedException {
        Instant now = settings.clock().instant();
        Failure last = failure;
        if (last != null && Duration.between(last.at(), now).abs().compareTo(REST_AFTER_FAILURE) < 0) {
            throw new KubeconfigException(last.message());
        }
        try {
            boolean interactive = Interaction.with(command, settings.plugins());
            byte[] output = PluginProcess.run(command, settings.plugins(),
                    ExecCredential.request(command, cluster, authorities, interactive), interactive, timeMax);
            ExecCredential answer = ExecCredential.read(output, command.apiVersion());
            Optional<ClientIdentity> identity = answer.identity().isPresent() ? answer.identity() : own;
            var proof = new Proof(answer.token().map(token -> "Bearer " + token), identity);
            supplied = new Supplied(proof, answer.expires().orElse(null));
            failure = null;
            LOG.debug("exec plugin {} has supplied credentials", command.command());
            return proof;
        } catch (KubeconfigException broken) {
            failure = new Failure(String.valueOf(broken.getMessage()), now);
            throw broken;
        }
    }

    @Override
    public void refused(Proof proof) {
        Supplied present = supplied;
        if (present != null && present.proof() == proof) {
            supplied = null;
        }
    }
}
