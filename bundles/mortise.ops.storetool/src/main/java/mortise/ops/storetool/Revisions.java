package mortise.ops.storetool;

import java.util.function.Consumer;
import mortise.spi.storage.StoreTarget;

/** The last step of a filling. */
final class Revisions {

    private Revisions() {
    }

    /** Finishes, and says which revision was reached and what follows when it is too low. */
    static void finish(StoreTarget target, long wanted, Consumer<String> out) {
        out.accept("finishing");
        long reached = target.finish(wanted);
        out.accept("the store is ready, at revision " + reached);
        if (reached < wanted) {
            out.accept("WARNING revision " + reached + " is lower than " + wanted + ": clients that were connected to"
                    + " the old store have to be restarted");
        }
    }
}
