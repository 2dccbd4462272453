package mortise.core.kubeconfig;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * How a client of other servers behaves. Immutable.
 *
 * @param apiDomain suffix of the groups of the API, such as {@code k8s.io}
 * @param answerBytesMax how large the body of an answer may be
 * @param callsMax how many calls, and so connections, there may be at a time; more wait
 * @param connectMax how long a connection may take to make
 * @param plugins how commands that supply credentials are run
 * @param clock what time it is
 */
public record ClientSettings(
        String apiDomain, int answerBytesMax, int callsMax, Duration connectMax, Plugins plugins,
        InstantSource clock) {

    /** Answers of 3 MiB, 100 calls at a time, 10 s to connect, any plug-in. */
    public static final ClientSettings DEFAULT = new ClientSettings(
            "k8s.io", 3 << 20, 100, Duration.ofSeconds(10), Plugins.ANY, InstantSource.system());

    /**
     * How commands that supply credentials are run.
     *
     * @param allowed programs that may be run, as paths or as names to be found in {@code PATH}; an empty list
     *     allows none, no list all
     * @param standardInput whether somebody may be there to talk to; a server has nobody
     * @param timeMax how long one may take
     * @param outputBytesMax how much it may write
     */
    public record Plugins(
            Optional<List<String>> allowed, boolean standardInput, Duration timeMax, int outputBytesMax) {

        /** Any program, nobody to talk to, 60 s, 1 MiB. */
        public static final Plugins ANY = new Plugins(Optional.empty(), false, Duration.ofSeconds(60), 1 << 20);

        /** Copies the list. */
        public Plugins {
            allowed = allowed.map(List::copyOf);
        }

        /** Returns the same with only these programs allowed. */
        public Plugins allowing(List<String> programs) {
            return new Plugins(Optional.of(programs), standardInput, timeMax, outputBytesMax);
        }
    }

    /** Checks the limits. */
    public ClientSettings {
        if (answerBytesMax < 1 || callsMax < 1) {
            throw new IllegalArgumentException("answerBytesMax and callsMax must be positive");
        }
    }

    /** Returns the same for another API domain. */
    public ClientSettings withApiDomain(String domain) {
        return new ClientSettings(domain, answerBytesMax, callsMax, connectMax, plugins, clock);
    }

    /** Returns the same with another limit of answers, in bytes. */
    public ClientSettings withAnswerBytesMax(int bytes) {
        return new ClientSettings(apiDomain, bytes, callsMax, connectMax, plugins, clock);
    }

    /** Returns the same with another limit of calls at a time. */
    public ClientSettings withCallsMax(int calls) {
        return new ClientSettings(apiDomain, answerBytesMax, calls, connectMax, plugins, clock);
    }

    /** Returns the same with other rules for plug-ins. */
    public ClientSettings withPlugins(Plugins rules) {
        return new ClientSettings(apiDomain, answerBytesMax, callsMax, connectMax, rules, clock);
    }

    /** Returns the same with another clock. */
    public ClientSettings withClock(InstantSource time) {
        return new ClientSettings(apiDomain, answerBytesMax, callsMax, connectMax, plugins, time);
    }
}
