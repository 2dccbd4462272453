package mortise.core.expression;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An absolute address, or an absolute path with a query. */
record Url(URI uri) {

    static final String DECLARED = """
            url(string): kubernetes.URL
            isURL(string): bool
            kubernetes.URL -> getScheme(): string
            kubernetes.URL -> getHost(): string
            kubernetes.URL -> getHostname(): string
            kubernetes.URL -> getPort(): string
            kubernetes.URL -> getEscapedPath(): string
            kubernetes.URL -> getQuery(): map(string, list(string))
            """;

    static void register(Registry registry) {
        registry.add("url", String.class, Url::parse);
        registry.add("isURL", String.class, Url::isUrl);
        registry.add("getScheme", Url.class, url -> text(url.uri.getScheme()));
        registry.add("getHost", Url.class, Url::host);
        registry.add("getHostname", Url.class, Url::hostname);
        registry.add("getPort", Url.class, Url::port);
        registry.add("getEscapedPath", Url.class, url -> text(url.uri.getRawPath()));
        registry.add("getQuery", Url.class, Url::query);
    }

    static Url parse(String text) {
        try {
            var uri = new URI(text);
            if (!uri.isAbsolute() && !text.startsWith("/")) {
                throw Fault.of("URL parse error during conversion from string: parse \"%s\": invalid URI for request",
                        text);
            }
            return new Url(uri);
        } catch (URISyntaxException e) {
            throw Fault.of("URL parse error during conversion from string: parse \"%s\": %s", text, e.getReason());
        }
    }

    private static boolean isUrl(String text) {
        try {
            return !parse(text).toString().isEmpty() || text.isEmpty();
        } catch (Fault fault) {
            return false;
        }
    }

    private static String text(@org.jspecify.annotations.Nullable String part) {
        return part == null ? "" : part;
    }

    private String host() {
        String authority = text(uri.getRawAuthority());
        return authority.substring(authority.lastIndexOf('@') + 1);
    }

    private String hostname() {
        String host = host();
        if (host.startsWith("[")) {
            return host.substring(1, Math.max(1, host.indexOf(']')));
        }
        int colon = host.lastIndexOf(':');
        return colon < 0 ? host : host.substring(0, colon);
    }

    private String port() {
        String host = host();
        int colon = host.lastIndexOf(':');
        return colon > host.lastIndexOf(']') ? host.substring(colon + 1) : "";
    }

    private Map<String, List<String>> query() {
        var query = new LinkedHashMap<String, List<String>>();
        for (String pair : text(uri.getRawQuery()).split("&")) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                String key = URLDecoder.decode(equals < 0 ? pair : pair.substring(0, equals), StandardCharsets.UTF_8);
                String value = equals < 0 ? ""
                        : URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8);
                query.computeIfAbsent(key, name -> new ArrayList<>()).add(value);
            }
        }
        return query;
    }

    @Override
    public String toString() {
        return uri.toString();
    }
}
