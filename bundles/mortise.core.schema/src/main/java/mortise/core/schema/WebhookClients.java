package mortise.core.schema;

import java.net.URI;
import java.net.URISyntaxException;
import mortise.api.Syntax;
import org.jspecify.annotations.Nullable;

/** Checks where a webhook is: at a URL, or behind a service. */
public final class WebhookClients {

    private static final String FORM = "; desired format: https://host[/path]";

    private WebhookClients() {
    }

    /** Checks a {@code WebhookClientConfig}, whose port has its default. */
    public static void validate(FieldView config) {
        boolean url = config.has("url");
        if (url == config.has("service")) {
            config.required("exactly one of url or service is required");
        } else if (url) {
            url(config.at("url"));
        } else {
            service(config.at("service"));
        }
    }

    private static void url(FieldView url) {
        URI uri;
        try {
            uri = new URI(url.text());
        } catch (URISyntaxException malformed) {
            url.required("url must be a valid URL: " + malformed.getMessage() + FORM);
            return;
        }
        if (!"https".equalsIgnoreCase(uri.getScheme())) {
            url.invalid(text(uri.getScheme()), "'https' is the only allowed URL scheme" + FORM);
        }
        String user = text(uri.getRawUserInfo());
        String authority = text(uri.getRawAuthority());
        if (authority.substring(authority.lastIndexOf('@') + 1).isEmpty()) {
            url.invalid("", "host must be provided" + FORM);
        }
        if (authority.indexOf('@') >= 0) {
            url.invalid(user, "user information is not permitted in the URL");
        }
        if (!text(uri.getFragment()).isEmpty()) {
            url.invalid(uri.getFragment(), "fragments are not permitted in the URL");
        }
        if (!text(uri.getRawQuery()).isEmpty()) {
            url.invalid(uri.getRawQuery(), "query parameters are not permitted in the URL");
        }
    }

    private static String text(@Nullable String part) {
        return part == null ? "" : part;
    }

    private static void service(FieldView service) {
        if (service.at("name").isEmpty()) {
            service.at("name").required("service name is required");
        }
        if (service.at("namespace").isEmpty()) {
            service.at("namespace").required("service namespace is required");
        }
        long port = service.at("port").number(0);
        if (port < 1 || port > FieldView.PORT_MAX) {
            service.at("port").invalid(
                    port, "port is not valid: must be between 1 and " + FieldView.PORT_MAX + ", inclusive");
        }
        path(service.at("path"));
    }

    private static void path(FieldView path) {
        String text = path.text();
        if (text.isEmpty() || text.equals("/")) {
            return;
        }
        if (text.equals("//")) {
            path.invalid("segment[0] may not be empty");
            return;
        }
        if (!text.startsWith("/")) {
            path.invalid("must start with a '/'");
        }
        String inner = text.substring(1);
        String[] segments = (inner.endsWith("/") ? inner.substring(0, inner.length() - 1) : inner).split("/", -1);
        for (int at = 0; at < segments.length; at++) {
            String segment = "segment[" + at + "]";
            if (segments[at].isEmpty()) {
                path.invalid(segment + " may not be empty");
            } else {
                Syntax.subdomain(segments[at]).ifPresent(why -> path.invalid(segment + ": " + why));
            }
        }
    }
}
