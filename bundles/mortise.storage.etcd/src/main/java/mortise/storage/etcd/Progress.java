package mortise.storage.etcd;

import io.etcd.jetcd.Watch;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.options.GetOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a quiet watch learns that it has missed nothing. Members from 3.4.31 and 3.5.13 on are asked for their progress.
 * Older ones may report progress before the changes it includes (etcd issue 15220), so the keys are read instead: when
 * none was written after what the watch has delivered, and there are as many as then, nothing is on its way.
 */
final class Progress {

    private static final Logger LOG = LoggerFactory.getLogger(Progress.class);

    private final Connection connection;
    /** Whether all members are known to be new enough; until they are asked, none is. */
    private volatile boolean reliable;

    Progress(Connection connection) {
        this.connection = connection;
    }

    /** Asks the members how old they are, as they may have been replaced while they were away. Blocks. */
    void learn() {
        reliable = connection.servers().stream().allMatch(this::reliable);
    }

    private boolean reliable(String server) {
        try {
            String version = connection.await(
                    connection.client().getMaintenanceClient().statusMember(server)).getVersion();
            boolean inOrder = reportsInOrder(version);
            if (!inOrder) {
                LOG.info("etcd {} at {} reports progress unreliably, so consistent lists read its keys", version,
                        server);
            }
            return inOrder;
        } catch (ExecutionException unreachable) {
            LOG.warn("The version of etcd at {} is not known: {}", server, Failures.cause(unreachable).getMessage());
            return false;
        }
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
    void ask(EtcdWatch watch, Watch.@Nullable Watcher watcher) {
        if (watcher == null) {
            return;
        }
        if (reliable) {
            watcher.requestProgress();
            return;
        }
        try {
            compare(watch);
        } catch (ExecutionException e) {
            LOG.debug("The keys of {} cannot be read", watch.request().prefix(), e);
        }
    }

    private void compare(EtcdWatch watch) throws ExecutionException {
        long delivered = watch.delivered();
        var prefix = connection.keys().bytes(watch.request().prefix());
        GetOption written = GetOption.builder().isPrefix(true).withKeysOnly(true)
                .withMinModRevision(delivered + 1).withLimit(1).build();
        GetResponse now = connection.await(connection.client().getKVClient().get(prefix, written));
        long revision = now.getHeader().getRevision();
        if (!now.getKvs().isEmpty() || revision <= delivered) {
            return;
        }
        if (count(prefix, delivered).equals(count(prefix, revision))) {
            watch.advance(revision);
        }
    }

    private Long count(io.etcd.jetcd.ByteSequence prefix, long revision) throws ExecutionException {
        GetOption option = GetOption.builder().isPrefix(true).withCountOnly(true).withRevision(revision).build();
        CompletableFuture<GetResponse> answer = connection.client().getKVClient().get(prefix, option);
        return connection.await(answer).getCount();
    }
}
