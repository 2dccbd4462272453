package mortise.core.kubeconfig;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Proxies as the environment names them: {@code HTTP_PROXY} and {@code HTTPS_PROXY} by the scheme of what is called,
 * but none for this machine and for what {@code NO_PROXY} lists; in lower case as well. Immutable.
 */
public final class EnvironmentProxies extends ProxySelector {

    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;
    private static final Pattern FOUR_NUMBERS = Pattern.compile(
            "(25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.(25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}");

    private final Optional<InetSocketAddress> http;
    private final Optional<InetSocketAddress> https;
    private final List<String> exceptions;

    private EnvironmentProxies(Map<String, String> environment) {
        http = proxy(environment, "HTTP_PROXY");
        https = proxy(environment, "HTTPS_PROXY");
        exceptions = Arrays.stream(value(environment, "NO_PROXY").toLowerCase(Locale.ROOT).split(","))
                .map(String::strip).filter(text -> !text.isEmpty()).toList();
    }

    /**
     * Reads the environment of a process.
     *
     * @return nothing when it names no proxy
     * @throws IllegalArgumentException when it names one that is not supported, with a message for people
     */
    public static Optional<EnvironmentProxies> of(Map<String, String> environment) {
        var proxies = new EnvironmentProxies(environment);
        return proxies.http.isEmpty() && proxies.https.isEmpty() ? Optional.empty() : Optional.of(proxies);
    }

    private static String value(Map<String, String> environment, String name) {
        String value = environment.getOrDefault(name, "");
        return value.isEmpty() ? environment.getOrDefault(name.toLowerCase(Locale.ROOT), "") : value;
    }

    /** The message quotes nothing, because there may be a password in it. */
    private static Optional<InetSocketAddress> proxy(Map<String, String> environment, String name) {
        String text = value(environment, name);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            URI proxy = new URI(text.contains("://") ? text : "http://" + text);
            if ("http".equalsIgnoreCase(proxy.getScheme()) && proxy.getHost() != null && proxy.getUserInfo() == null) {
                return Optional.of(InetSocketAddress.createUnresolved(proxy.getHost(),
                        proxy.getPort() < 0 ? HTTP_PORT : proxy.getPort()));
            }
        } catch (URISyntaxException broken) {
            // Said below.
        }
        throw new IllegalArgumentException("environment variable " + name
                + " has to be http://host:port, without a user; other proxies are not supported");
    }

    @Override
    public List<Proxy> select(URI target) {
        boolean secure = "https".equalsIgnoreCase(target.getScheme());
        Optional<InetSocketAddress> proxy = secure ? https : http;
        String host = String.valueOf(target.getHost()).toLowerCase(Locale.ROOT).replaceAll("^\\[|]$|\\.$", "");
        int port = target.getPort() >= 0 ? target.getPort() : secure ? HTTPS_PORT : HTTP_PORT;
        return List.of(proxy.isEmpty() || isExcepted(host, port)
                ? Proxy.NO_PROXY : new Proxy(Proxy.Type.HTTP, proxy.get()));
    }

    private boolean isExcepted(String host, int port) {
        Optional<InetAddress> address = address(host);
        boolean here = host.equals("localhost") || address.isPresent() && address.get().isLoopbackAddress();
        return here || exceptions.stream().anyMatch(exception -> fits(exception, host, address, port));
    }

    private static boolean fits(String exception, String host, Optional<InetAddress> address, int port) {
        if (exception.equals("*")) {
            return true;
        }
        int slash = exception.indexOf('/');
        if (slash >= 0) {
            return address.isPresent() && contains(exception.substring(0, slash), exception.substring(slash + 1),
                    address.get());
        }
        Optional<InetAddress> whole = address(exception.replaceAll("^\\[|]$", ""));
        int colon = whole.isPresent() ? -1 : exception.lastIndexOf(':');
        if (colon >= 0 && !exception.substring(colon + 1).equals(String.valueOf(port))) {
            return false;
        }
        String name = (colon >= 0 ? exception.substring(0, colon) : exception).replaceAll("^\\[|]$|^\\*(?=\\.)", "");
        if (address.isPresent()) {
            return address.equals(address(name));
        }
        // A name without a dot before it stands for itself and for what is below it.
        return host.equals(name) || host.endsWith(name.startsWith(".") ? name : "." + name);
    }

    private static boolean contains(String network, String bits, InetAddress address) {
        Optional<InetAddress> base = address(network);
        if (base.isEmpty() || bits.isEmpty() || bits.length() > 3 || !bits.chars().allMatch(Character::isDigit)) {
            return false;
        }
        byte[] one = base.get().getAddress();
        byte[] other = address.getAddress();
        int length = Integer.parseInt(bits);
        if (one.length != other.length || length > one.length * Byte.SIZE) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            int mask = 1 << (Byte.SIZE - 1 - i % Byte.SIZE);
            if (((one[i / Byte.SIZE] ^ other[i / Byte.SIZE]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns the address that a text is; names are never looked up. */
    private static Optional<InetAddress> address(String text) {
        if (!FOUR_NUMBERS.matcher(text).matches() && !(text.indexOf(':') >= 0 && text.matches("[0-9a-f:.]+"))) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(text));
        } catch (UnknownHostException noAddress) {
            return Optional.empty();
        }
    }

    @Override
    public void connectFailed(URI target, SocketAddress proxy, IOException failure) {
        // Whoever calls says so.
    }
}
