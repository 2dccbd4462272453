package mortise.core.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.WatchOption;
import io.etcd.jetcd.watch.WatchEvent;
import io.etcd.jetcd.watch.WatchResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import mortise.spi.storage.CompactedException;
import mortise.spi.storage.StoreAwayException;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;

/** The changes of keys, and what tells how much of them has come. For any thread. */
public final class EtcdChanges {

    private static final ByteSequence FIRST_KEY = Connection.bytes("\0");

    private final Connection connection;
    private final Keys keys;

    EtcdChanges(Connection connection) {
        this.connection = connection;
        keys = connection.settings().keys();
    }

    /**
     * Follows what is below a prefix. Does not wait; that it cannot be followed is told to the listener.
     *
     * @param prefix as the store has it
     * @param after the revision after which changes are wanted
     */
    public Following follow(String prefix, long after, ChangeListener listener) {
        WatchOption option = WatchOption.builder().isPrefix(true).withPrevKV(true).withRequireLeader(true)
                .withRevision(after + 1).build();
        return opened(keys.bytes(prefix), option, Watch.listener(response -> take(response, after, listener),
                failure -> listener.onEnd(ended(prefix, after, failure)),
                () -> listener.onEnd(ended(prefix))));
    }

    /**
     * Follows all keys of etcd, whosever they are, without their values. Does not wait.
     *
     * @param after the revision after which changes are wanted
     * @param changes takes some at a time, which may be none, the oldest first
     * @param end is told why nothing comes any more: {@link CompactedException} when the history does not reach back
     */
    public Following followAll(long after, Consumer<List<KeyChange>> changes, Consumer<StoreException> end) {
        String what = "all keys";
        WatchOption option = WatchOption.builder().withRange(FIRST_KEY).withRequireLeader(true)
                .withRevision(after + 1).build();
        return opened(FIRST_KEY, option, Watch.listener(response -> changes.accept(response.getEvents().stream()
                        .map(event -> event.getKeyValue())
                        .map(value -> new KeyChange(value.getModRevision(), Connection.text(value.getKey()))).toList()),
                failure -> end.accept(Failures.meaning(failure) == Failures.Meaning.COMPACTED
                        ? new CompactedException(after, after + 1) : ended(what, after, failure)),
                () -> end.accept(ended(what))));
    }

    private Following opened(ByteSequence key, WatchOption option, Watch.Listener listener) {
        return new Opened(connection.client().getWatchClient().watch(key, option, listener));
    }

    private void take(WatchResponse response, long after, ChangeListener listener) {
        List<StoreEvent> events = events(response.getEvents(), after);
        if (!events.isEmpty()) {
            listener.onChanges(events);
        } else if (response.isProgressNotify()) {
            listener.onProgress(response.getHeader().getRevision());
        }
    }

    private List<StoreEvent> events(List<WatchEvent> found, long after) {
        var events = new ArrayList<StoreEvent>(found.size());
        for (WatchEvent event : found) {
            var value = event.getKeyValue();
            boolean gone = event.getEventType() == WatchEvent.EventType.DELETE;
            if (value.getModRevision() > after) {
                events.add(new StoreEvent(keys.text(value.getKey()), gone ? null : value.getValue().getBytes(),
                        gone ? event.getPrevKV().getCreateRevision() : value.getCreateRevision(),
                        value.getModRevision()));
            }
        }
        return events;
    }

    private static StoreException ended(String what, long after, Throwable failure) {
        if (failure instanceof io.etcd.jetcd.common.exception.CompactedException compacted) {
            return new CompactedException(after, compacted.getCompactedRevision());
        }
        return Failures.described("the changes of " + what + " cannot be followed", failure);
    }

    private static StoreException ended(String what) {
        return new StoreAwayException("etcd has ended the watch of " + what, null);
    }

    /** Returns a prefix of the store as etcd has it, where keys of another cluster may begin as ours do elsewhere. */
    public String spelled(String prefix) {
        return Connection.text(keys.bytes(prefix));
    }

    /**
     * Asks a member about itself, over a connection that is closed with the answer. Does not wait.
     *
     * @return fails with what went wrong, also when the member takes too long
     */
    public CompletableFuture<MemberStatus> status(String server) {
        return connection.limited(connection.client().getMaintenanceClient().statusMember(server))
                .thenApply(status -> new MemberStatus(status.getVersion(), status.getHeader().getRevision()));
    }

    /**
     * Reads up to which revision nothing was changed below a prefix since another one: nothing was written, and there
     * are as many keys as then. Waits for etcd, which walks over the keys.
     *
     * @param prefix as the store has it
     * @return 0 when something was changed, or nothing is newer
     * @throws StoreException when etcd does not say
     */
    public long quietUntil(String prefix, long since) {
        ByteSequence from = keys.bytes(prefix);
        GetOption written = GetOption.builder().isPrefix(true).withKeysOnly(true)
                .withMinModRevision(since + 1).withLimit(1).build();
        try {
            GetResponse now = connection.await(connection.client().getKVClient().get(from, written));
            long revision = now.getHeader().getRevision();
            boolean newer = now.getKvs().isEmpty() && revision > since;
            return newer && count(from, since) == count(from, revision) ? revision : 0;
        } catch (ExecutionException e) {
            throw Failures.described("comparing " + prefix, Failures.cause(e));
        }
    }

    private long count(ByteSequence prefix, long revision) throws ExecutionException {
        GetOption option = GetOption.builder().isPrefix(true).withCountOnly(true).withRevision(revision).build();
        CompletableFuture<GetResponse> answer = connection.client().getKVClient().get(prefix, option);
        return connection.await(answer).getCount();
    }

    private record Opened(Watch.Watcher watcher) implements Following {

        @Override
        public void askProgress() {
            watcher.requestProgress();
        }

        @Override
        public void close() {
            watcher.close();
        }
    }
}
