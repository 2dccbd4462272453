package mortise.itests.load;

import java.util.Optional;

/**
 * One kind of work to measure.
 *
 * @param name what is done, as printed
 * @param http2 whether over HTTP/2 instead of HTTP/1.1
 * @param clients how many do it at once
 * @param operationsMax where a phase ends before its time is over; for works that fill or empty the store
 * @param goal what it may cost
 * @param operations makes the requests; called by all clients at once
 */
record Work(String name, boolean http2, int clients, int operationsMax, Goal goal, Operations operations) {

    /** Makes the requests of a work. */
    interface Operations {

        /**
         * The next request of a client.
         *
         * @param client its number, from 0
         * @return empty when there is nothing left to do
         */
        Optional<Client.Request> next(int client);
    }

    /**
     * CPU milliseconds for each operation.
     *
     * @param reference what kube-apiserver and etcd together were measured to use, as printed
     * @param mustReach what Mortise may use at most, as printed
     */
    record Goal(String reference, String mustReach) {

        static final Goal NONE = new Goal("-", "-");

        static Goal of(String reference, String mustReach) {
            return new Goal(reference, mustReach);
        }
    }

    static final int NO_LIMIT = Integer.MAX_VALUE;

    static Work of(String name, int clients, Goal goal, Operations operations) {
        return new Work(name, false, clients, NO_LIMIT, goal, operations);
    }

    Work atMost(int operations) {
        return new Work(name, http2, clients, operations, goal, this.operations);
    }

    Work overHttp2() {
        return new Work(name + ", HTTP/2", true, clients, operationsMax, goal, operations);
    }
}
