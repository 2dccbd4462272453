package mortise.ops.storetool;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Says once a second how far a command is. */
final class Progress {

    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Consumer<String> out;
    private final String what;
    private final long total;
    private final Runnable settle;
    private long done;
    private long saidNanos = System.nanoTime();

    /**
     * Makes one.
     *
     * @param what what is counted, for example {@code values saved}
     * @param total how many there will be; 0 when nobody knows
     */
    Progress(Consumer<String> out, String what, long total) {
        this(out, what, total, () -> { });
    }

    /**
     * Makes one of something that may end a little after its step.
     *
     * @param settle waits until all that is counted has ended, so that no more is said than is true
     */
    Progress(Consumer<String> out, String what, long total, Runnable settle) {
        this.out = out;
        this.what = what;
        this.total = total;
        this.settle = settle;
    }

    void step() {
        done++;
        if (System.nanoTime() - saidNanos > PAUSE_NANOS) {
            say();
            saidNanos = System.nanoTime();
        }
    }

    /** Says how many there were in the end. */
    long end() {
        say();
        return done;
    }

    private void say() {
        settle.run();
        out.accept(total == 0 ? done + " " + what : done + " of " + total + " " + what);
    }
}
