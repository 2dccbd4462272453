package mortise.group.resource;

import java.util.Locale;
import java.util.regex.Pattern;
import mortise.api.Syntax;
import mortise.core.schema.FieldView;
import mortise.core.schema.Names;

/** The syntax of what names drivers, pools, devices and their properties. */
final class DeviceNames {

    private static final int DRIVER_BYTES_MAX = 63;
    private static final int POOL_BYTES_MAX = 253;
    private static final int IDENTIFIER_BYTES_MAX = 32;
    private static final Pattern UUID = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
    private static final int UUID_LENGTH = 36;

    private DeviceNames() {
    }

    /** Checks the name of a driver: a short subdomain in whatever case. */
    static void driver(FieldView name) {
        if (name.text().isEmpty()) {
            name.required("");
            return;
        }
        name.bytesAtMost(DRIVER_BYTES_MAX);
        Syntax.subdomain(name.text().toLowerCase(Locale.ROOT)).ifPresent(name::invalid);
    }

    /** Checks the name of a pool: subdomains with slashes between them. */
    static void pool(FieldView name) {
        if (name.text().isEmpty()) {
            name.required("");
            return;
        }
        name.bytesAtMost(POOL_BYTES_MAX);
        for (String part : name.text().split("/", -1)) {
            name.with(part).subdomain();
        }
    }

    /** Checks the name of a class of devices. */
    static void deviceClass(FieldView name) {
        if (name.text().isEmpty()) {
            name.required("");
        } else {
            name.subdomain();
        }
    }

    /** Checks the name of an attribute or a capacity, with or without a domain. */
    static void qualified(FieldView name) {
        String[] parts = name.text().split("/", -1);
        if (parts.length > 2) {
            name.invalid("must not contain more than one slash");
        } else if (parts.length == 1) {
            identifier(name);
        } else {
            if (parts[0].isEmpty()) {
                name.invalid("", "the domain must not be empty");
            } else {
                driver(name.with(parts[0]));
            }
            if (parts[1].isEmpty()) {
                name.invalid("", "the name must not be empty");
            } else {
                identifier(name.with(parts[1]));
            }
        }
    }

    /** Checks the name of an attribute, which must have a domain. */
    static void fullyQualified(FieldView name) {
        qualified(name);
        if (!name.text().contains("/")) {
            name.invalid("a fully qualified name must be a domain and a name separated by a slash");
        }
    }

    private static void identifier(FieldView name) {
        name.bytesAtMost(IDENTIFIER_BYTES_MAX);
        name.check(Names::identifier);
    }

    /** Checks the identity of a share of a device. */
    static void uid(FieldView uid) {
        String text = uid.text();
        if (!UUID.matcher(text).matches()) {
            uid.invalid("error validating uid: " + (text.length() == UUID_LENGTH
                    ? "invalid UUID format" : "invalid UUID length: " + text.length()));
        } else if (!text.equals(text.toLowerCase(Locale.ROOT))) {
            uid.invalid("uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with lowercase"
                    + " hexadecimal characters");
        }
    }
}
