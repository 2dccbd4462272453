package mortise.core.kubeconfig;

import java.time.Duration;
import java.util.Optional;

/** Where the proof of who calls comes from. Thread-safe. */
interface Credentials {

    /**
     * Proof of who calls.
     *
     * @param authorization value of the header {@code Authorization}
     * @param identity certificate to present
     */
    record Proof(Optional<String> authorization, Optional<ClientIdentity> identity) {

        /** Says nothing: it is all secret. */
        @Override
        public String toString() {
            return "proof";
        }
    }

    /**
     * Returns what counts now.
     *
     * @param timeMax how long the caller can wait
     * @throws KubeconfigException when there is none, with a message for people
     * @throws InterruptedException when the thread is to stop
     */
    Proof current(Duration timeMax) throws KubeconfigException, InterruptedException;

    /** Takes notice that the server did not accept a proof: status 401. */
    void refused(Proof proof);

    /** Credentials that are what they are. */
    static Credentials fixed(Proof proof) {
        return new Credentials() {
            @Override
            public Proof current(Duration timeMax) {
                return proof;
            }

            @Override
            public void refused(Proof refused) {
                // Nothing else is known.
            }
        };
    }
}
