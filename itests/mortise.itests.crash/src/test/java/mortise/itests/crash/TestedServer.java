package mortise.itests.crash;

import java.io.IOException;

/** A server that is made to be killed and started again on what it had stored. One thread. */
interface TestedServer {

    /** Starts it, and does not wait. */
    void start() throws IOException;

    /** Waits until it is ready, and returns a client for this life of it. */
    ApiClient awaitReady() throws IOException;

    /** Ends it as a crash would. */
    void kill() throws IOException;

    /** Asks it to end, and waits. */
    void stop() throws IOException;

    /** Has it forget everything; it does not run. */
    void clear() throws IOException;
}
