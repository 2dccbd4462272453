package mortise.core.etcd;

import java.time.Duration;
import java.util.List;

/**
 * Where etcd is and how it is spoken to.
 *
 * @param servers addresses of the members, such as {@code https://a:2379}
 * @param authorities file (PEM); empty for those of the JVM
 * @param certificate file (PEM); empty for none
 * @param key file (PEM); empty for none
 * @param timeout for a request
 * @param connectLimit how long the first connection may take before etcd counts as away
 * @param responseMebibytesMax how large an answer may be, in MiB
 * @param prefix what all keys begin with in etcd, with or without slashes around it
 */
public record EtcdSettings(List<String> servers, String authorities, String certificate, String key, Duration timeout,
        Duration connectLimit, int responseMebibytesMax, String prefix) {

    /**
     * Checks the prefix.
     *
     * @throws IllegalArgumentException when there is none
     */
    public EtcdSettings {
        servers = List.copyOf(servers);
        new Keys(prefix);
    }

    /** Returns how keys are spelled. */
    Keys keys() {
        return new Keys(prefix);
    }

    boolean secure() {
        return servers.stream().anyMatch(server -> server.startsWith("https:"));
    }
}
