package mortise.core.schema;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import mortise.api.Syntax;

/**
 * Checks that the kinds of several groups share. Those that take a {@link FieldView} report to it; those that take a
 * text return what is wrong with it.
 */
public final class Checks {

    /** Bytes of all annotation keys and values of an object together. */
    public static final int ANNOTATION_BYTES_MAX = 256 * 1024;

    private static final int PERCENT_MAX = 100;
    private static final int HOOK_NAME_SEGMENTS_MIN = 3;
    private static final int ZONE_CHARS_MAX = 255;

    private Checks() {
    }

    /** Checks annotations: the keys, and the size of all together. */
    public static void annotations(FieldView annotations) {
        long bytes = 0;
        for (Map.Entry<String, FieldView> annotation : annotations.entries().entrySet()) {
            String key = annotation.getKey();
            Names.qualified(key.toLowerCase(Locale.ROOT)).forEach(why -> annotations.invalid(key, why));
            bytes += (long) Names.bytes(key) + Names.bytes(annotation.getValue().text());
        }
        if (bytes > ANNOTATION_BYTES_MAX) {
            annotations.tooLong(ANNOTATION_BYTES_MAX);
        }
    }

    /** Reports elements whose value occurred before in the list. */
    public static void unique(FieldView list) {
        Set<Object> seen = new HashSet<>();
        for (FieldView item : list.items()) {
            Object value = item.value();
            if (value != null && !seen.add(value)) {
                item.duplicate();
            }
        }
    }

    /** Checks an IP address: unambiguous, but not necessarily canonical. */
    public static void ip(FieldView address) {
        address.check(Addresses::strictIpFault);
    }

    /** Checks a network such as {@code 10.0.0.0/8}: unambiguous, but not necessarily canonical. */
    public static void cidr(FieldView network) {
        network.check(Addresses::strictCidrFault);
    }

    /** Checks a port: a number from 1 to 65535, or a port's name. */
    public static void portOrName(FieldView port) {
        if (port.value() instanceof String) {
            port.checkAll(Names::portName);
        } else {
            port.port();
        }
    }

    /** Checks a number of at least 0, or a percentage; absent is fine. */
    public static void countOrPercent(FieldView value) {
        if (value.value() instanceof String) {
            value.check(Names::percent);
        } else {
            value.nonNegative();
        }
    }

    /** Reports a percentage of more than 100; numbers and what is no percentage are fine. */
    public static void atMostAll(FieldView value) {
        if (percentage(value).orElse(0) > PERCENT_MAX) {
            value.invalid("must not be greater than 100%");
        }
    }

    /** Returns the number of a percentage such as {@code 25%}; nothing when the value is none. */
    public static Optional<Integer> percentage(FieldView value) {
        String text = value.text();
        if (Names.percent(text).isPresent()) {
            return Optional.empty();
        }
        String number = text.substring(0, text.length() - 1);
        return Optional.of(number.length() > 9 ? Integer.MAX_VALUE : Integer.valueOf(number));
    }

    /** Returns a number, or the number of a percentage; 0 when the value is neither. */
    public static long countOrPercentValue(FieldView value) {
        return percentage(value).map(Integer::longValue).orElse(value.number(0));
    }

    /** Checks an absolute or relative path that must not lead upwards with {@code ..}. */
    public static void noBacksteps(FieldView path) {
        for (String step : path.text().replace('\\', '/').split("/", -1)) {
            if (step.equals("..")) {
                path.invalid("must not contain '..'");
                // One such step is reported, not each.
                return;
            }
        }
    }

    /** Checks a path inside a volume: relative, and without {@code ..}. */
    public static void localDescendingPath(FieldView path) {
        if (path.text().startsWith("/")) {
            path.invalid("must be a relative path");
        }
        noBacksteps(path);
    }

    /** Checks a path inside a volume that is not empty, and whose first name does not start with {@code ..}. */
    public static void localNonReservedPath(FieldView path) {
        localDescendingPath(path);
        // What begins with two dots is reserved for the names that the volume makes itself.
        if (path.text().startsWith("..") && !path.text().startsWith("../")) {
            path.invalid("must not start with '..'");
        }
    }

    /** Checks the host of a rule: a subdomain with or without a leading {@code *.}, and no IP address. */
    public static void hostOrWildcard(FieldView host) {
        if (Addresses.ip(host.text()).isPresent()) {
            host.invalid("must be a DNS name, not an IP address");
        }
        if (host.text().contains("*")) {
            host.checkAll(Names::wildcardSubdomain);
        } else {
            host.subdomain();
        }
    }

    /** Checks a name that looks like a domain of at least three segments: that of a webhook. */
    public static void hookName(FieldView name) {
        if (name.isEmpty()) {
            name.required("");
        } else if (Syntax.subdomain(name.text()).isPresent()) {
            name.subdomain();
        } else if (name.text().split("\\.", -1).length < HOOK_NAME_SEGMENTS_MIN) {
            name.invalid("should be a domain with at least three segments separated by dots");
        }
    }

    /** Checks {@code domain/path}, the syntax of a controller's or a signer's name. */
    public static void domainPrefixedPath(FieldView name) {
        if (name.text().isEmpty()) {
            name.required("");
            return;
        }
        int slash = name.text().indexOf('/');
        if (slash <= 0 || slash == name.text().length() - 1) {
            name.invalid("must be a domain-prefixed path (such as \"acme.io/foo\")");
            return;
        }
        Syntax.subdomain(name.text().substring(0, slash)).ifPresent(why ->
                name.invalid(name.text().substring(0, slash), why));
        String path = name.text().substring(slash + 1);
        if (!path.matches("[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+")) {
            name.invalid(path, "Invalid path (regex used for validation is"
                    + " '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')");
        }
    }

    /** Returns what is wrong with a schedule of five fields, or a macro such as {@code @daily}. */
    public static Optional<String> cronSchedule(String text) {
        return CronSchedule.fault(text);
    }

    /** Checks the name of a time zone; absent is fine. */
    public static void timeZone(FieldView zone) {
        String name = zone.text();
        if (!zone.present()) {
            return;
        }
        if (name.isEmpty()) {
            zone.invalid("timeZone must be nil or non-empty string");
        } else if (name.equalsIgnoreCase("Local")) {
            zone.invalid("timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones");
        } else if (!isKnownZone(name)) {
            zone.invalid("unknown time zone " + name);
        }
    }

    private static boolean isKnownZone(String name) {
        try {
            // Java would take offsets such as "+01:00" too.
            return name.length() <= ZONE_CHARS_MAX && (ZoneId.getAvailableZoneIds().contains(name)
                    || List.of("EST", "MST", "HST").contains(name)) && !name.startsWith("SystemV/")
                    && ZoneId.of(name, ZoneId.SHORT_IDS) != null;
        } catch (DateTimeException unknown) {
            return false;
        }
    }
}
