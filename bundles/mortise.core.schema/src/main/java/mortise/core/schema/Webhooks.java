package mortise.core.schema;

import java.net.URI;
import java.net.URISyntaxException;
import mortise.api.FieldError;
import mortise.api.Syntax;
import org.jspecify.annotations.Nullable;

/** Where webhooks of clients are: a URL, or a service in the cluster. */
public final class Webhooks {

    private static final int PORT_MAX = 65535;
    private static final int PORT_USUAL = 443;
    private static final String FORM = "; desired format: https://host[/path]";

    private Webhooks() {
    }

    /** Checks a URL: with {@code https} and a host, without user, query and fragment. */
    public static void url(FieldView url) {
        URI address;
        try {
            address = new URI(url.text());
        } catch (URISyntaxException wrong) {
            url.required("url must be a valid URL: parse " + quoted(url) + ": " + wrong.getReason() + FORM);
            return;
        }
        String scheme = text(address.getScheme());
        if (!scheme.equals("https")) {
            url.invalid(scheme, "'https' is the only allowed URL scheme" + FORM);
        }
        String authority = text(address.getRawAuthority());
        int user = authority.lastIndexOf('@');
        if (authority.length() == user + 1) {
            url.invalid("", "host must be specified" + FORM);
        }
        if (user >= 0) {
            url.invalid(authority.substring(0, user), "user information is not permitted in the URL");
        }
        if (!text(address.getRawFragment()).isEmpty()) {
            url.invalid(address.getFragment(), "fragments are not permitted in the URL");
        }
        if (!text(address.getRawQuery()).isEmpty()) {
            url.invalid(address.getRawQuery(), "query parameters are not permitted in the URL");
        }
    }

    private static String text(@Nullable String part) {
        return part == null ? "" : part;
    }

    private static String quoted(FieldView url) {
        return FieldError.show(url.text());
    }

    /** Checks a reference to a service: {@code name}, {@code namespace}, {@code port} and {@code path}. */
    public static void service(FieldView service) {
        service.at("name").requireText();
        service.at("namespace").requireText();
        FieldView port = service.at("port");
        long number = port.number(PORT_USUAL);
        if (number < 1 || number > PORT_MAX) {
            port.invalid("port is not valid: must be between 1 and 65535, inclusive");
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
        int end = text.endsWith("/") ? text.length() - 1 : text.length();
        String[] steps = text.substring(1, Math.max(1, end)).split("/", -1);
        for (int index = 0; index < steps.length; index++) {
            if (steps[index].isEmpty()) {
                path.invalid("segment[" + index + "] may not be empty");
                continue;
            }
            String segment = "segment[" + index + "]: ";
            Syntax.subdomain(steps[index]).ifPresent(why -> path.invalid(segment + why));
        }
    }
}
