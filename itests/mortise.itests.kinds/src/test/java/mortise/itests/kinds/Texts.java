package mortise.itests.kinds;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Random;

/** Random texts of the kinds that the rules of some field look at, so that they get beyond their first check. */
final class Texts {

    private static final List<String> NAMES = List.of(
            "a", "web", "x-1", "default", "kube-system", "app", "a.b.example.com");

    /** What some syntax takes, nearly takes, or takes for something else. */
    private static final List<String> NOTABLE = List.of(
            "", " ", "-", "--", ".", "..", "/", "//", "*", "*.example.com", ",", ":", "=", "!", "a/b", "a//b",
            "/a/b", "a:b", "example.com/name", "kubernetes.io/os", "node.kubernetes.io/unreachable",
            "system:node:a", "UPPER", "a_b", "-a", "a-", "0", "-1", "1", "80", "65536", "99999999999999999999",
            "1.5", "1e3", "0x1f", "0o17", "1_000", ".5", "-.inf", ".nan", "NaN", "true", "false", "yes", "no",
            "on", "off", "null", "~", "Null", "50%", "101%", "-5%", "%", "100m", "1Gi", "1Ki", "0.1", "10.0.0.1",
            "10.0.0.0/8", "10.0.0.1/8", "010.0.0.1", "256.0.0.1", "::1", "::", "fd00::/64", "::ffff:1.2.3.4",
            "fe80::1%eth0", "2001:db8::1", "1.2.3", "None", "http://example.com", "https://a:443/p?q=1#f",
            "https://user:secret@example.com/", "https://[::1", "unix:///run/a.sock", "* * * * *", "*/5 0 1 1 MON",
            "@hourly", "@every 1h", "TZ=UTC * * * * *", "60 * * * *", "a.b.c", "spec.x", ".spec.x", "$(A)", "$$(A",
            "A_B", "1A", "2026-01-02T03:04:05Z", "2026-01-02", "12:30:45", "190:20:30", "<<", "=", "&a", "*a",
            "!!str a", "- a", "a: b", "# a", "a #b", "{a: b}", "[a]", "'a'", "\"a\"", "\\", "|", ">", "%a", "@a",
            "`a`", "?", "a\nb", "\na", "a\n", "a\r\nb", "\ta", "a\t", "a\u0000b", "\u0007", "\u0085", "\u00a0",
            "\ufeffa", "\u2028", "\u2029", "\u00e9", "\uD83D\uDE00", "\u4e2d\u6587", "\u007f", "\ufffd",
            "object.metadata.name == 'a'", "v1", "v1beta1", "apps/v1", "Pod", "sha256:0123",
            "docker.io/library/a:1@sha256:00", "RequiresRepublish", "csi.example.com",
            "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", "^a.*(b", "[a-z]+", "(?i)a",
            "date-time", "RollingUpdate", "Recreate", "OnDelete", "Always", "Never", "OnFailure", "TCP", "UDP",
            "SCTP", "ClusterIP", "ExternalName", "ReadWriteOnce", "Block", "In", "NotIn", "Exists", "DoesNotExist",
            "NoSchedule", "NoExecute", "Equal", "True", "False", "Unknown", "Resource", "Pods", "Utilization",
            "Value", "cpu", "memory", "storage", "requests.cpu", "hugepages-2Mi", "Namespaced", "Cluster",
            "object", "string", "array", "integer", "Active");

    private Texts() {
    }

    /** Returns a text of any sort; never one that UTF-8 cannot say. */
    static String any(Random random) {
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> name(random);
            case 3, 4, 5, 6, 7 -> NOTABLE.get(random.nextInt(NOTABLE.size()));
            case 8 -> NOTABLE.get(random.nextInt(NOTABLE.size())) + NOTABLE.get(random.nextInt(NOTABLE.size()));
            case 9 -> Integer.toString(random.nextInt(100_000) - 10);
            case 10 -> characters(random, random.nextInt(12));
            default -> random.nextInt(20) == 0
                    ? "a".repeat(random.nextInt(400)) : name(random) + "-" + random.nextInt(9);
        };
    }

    /** Returns what is a name for most kinds. */
    static String name(Random random) {
        return NAMES.get(random.nextInt(NAMES.size()));
    }

    /** Returns the key of a map. */
    static String key(Random random) {
        return random.nextInt(3) == 0 ? any(random) : name(random) + (random.nextBoolean() ? "" : random.nextInt(5));
    }

    /** Returns text that base64 decoders take. */
    static String base64(Random random) {
        byte[] bytes = new byte[random.nextInt(20)];
        random.nextBytes(bytes);
        return Base64.getEncoder().encodeToString(
                random.nextBoolean() ? bytes : any(random).getBytes(StandardCharsets.UTF_8));
    }

    /** Returns text that is a time in one of the forms that are read. */
    static String time(Random random, boolean micros) {
        if (random.nextInt(20) == 0) {
            return micros ? "0001-01-01T00:00:00.000000Z" : "0001-01-01T00:00:00Z";
        }
        int year = random.nextInt(10) == 0 ? 1 + random.nextInt(9998) : 2000 + random.nextInt(50);
        String seconds = String.format("%04d-%02d-%02dT%02d:%02d:%02d", year, 1 + random.nextInt(12),
                1 + random.nextInt(28), random.nextInt(24), random.nextInt(60), random.nextInt(60));
        String fraction = micros ? String.format(".%06d", random.nextInt(1_000_000))
                : random.nextInt(5) == 0 ? "." + random.nextInt(1000) : "";
        String zone = random.nextInt(4) > 0 || year < 3 || year > 9997 ? "Z"
                : String.format("%s%02d:%02d", random.nextBoolean() ? "+" : "-",
                        random.nextInt(24), random.nextInt(60));
        return seconds + fraction + zone;
    }

    private static String characters(Random random, int length) {
        var text = new StringBuilder(length);
        while (text.length() < length) {
            int c = random.nextInt(4) == 0 ? random.nextInt(Character.MAX_CODE_POINT + 1) : random.nextInt(128);
            if (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE) {
                text.appendCodePoint(c);
            }
        }
        return text.toString();
    }
}
