package mortise.core.http.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request, sent on by the thread of the request while it comes. A publisher of the JDK would wait until
 * its buffer is full, or read on before it has sent what it has read.
 */
final class RequestContent implements Flow.Publisher<ByteBuffer>, Flow.Subscription {

    private static final int BUFFER_BYTES = 32 * 1024;

    /** How many pieces the other side takes; one more when it is over. */
    private final Semaphore wanted = new Semaphore(0);
    private volatile Flow.@Nullable Subscriber<? super ByteBuffer> subscriber;
    private volatile boolean cancelled;

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> taker) {
        subscriber = taker;
        taker.onSubscribe(this);
    }

    @Override
    public void request(long pieces) {
        wanted.release((int) Math.min(pieces, 1024));
    }

    @Override
    public void cancel() {
        cancelled = true;
        wanted.release();
    }

    /** Wakes the sender, because the answer is there. */
    void answered() {
        wanted.release();
    }

    /** Sends everything, or what there is until the answer comes. Blocks. */
    void send(InputStream in, Future<?> answer) throws InterruptedException {
        var buffer = new byte[BUFFER_BYTES];
        while (true) {
            wanted.acquire();
            Flow.Subscriber<? super ByteBuffer> taker = subscriber;
            if (cancelled || answer.isDone() || taker == null) {
                return;
            }
            int read;
            try {
                read = in.read(buffer);
            } catch (IOException gone) {
                taker.onError(gone);
                return;
            }
            if (read < 0) {
                taker.onComplete();
                return;
            }
            taker.onNext(ByteBuffer.wrap(Arrays.copyOf(buffer, read)));
        }
    }
}
