package mortise.core.schema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Reads and writes IP addresses. */
final class IpText {

    static final int V4_BYTES = 4;
    static final int V6_BYTES = 16;

    private static final int V6_GROUPS = 8;
    private static final int CHARS_MAX = 64;

    private IpText() {
    }

    static Optional<Addresses.Ip> parse(String text) {
        if (text.isEmpty() || text.length() > CHARS_MAX) {
            return Optional.empty();
        }
        if (text.indexOf(':') < 0) {
            byte[] bytes = new byte[V4_BYTES];
            return parseV4(text, bytes, 0)
                    ? Optional.of(new Addresses.Ip(bytes, false, hasLeadingZeros(text))) : Optional.empty();
        }
        return parseV6(text);
    }

    private static boolean parseV4(String text, byte[] into, int offset) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != V4_BYTES) {
            return false;
        }
        for (int at = 0; at < V4_BYTES; at++) {
            String part = parts[at];
            boolean digits = !part.isEmpty() && part.chars().allMatch(c -> c >= '0' && c <= '9');
            String number = digits ? part.replaceFirst("^0+(?=.)", "") : "";
            if (number.isEmpty() || number.length() > 3 || Integer.parseInt(number) > 0xff) {
                return false;
            }
            into[offset + at] = (byte) Integer.parseInt(number);
        }
        return true;
    }

    private static boolean hasLeadingZeros(String text) {
        return Arrays.stream(text.split("\\.")).anyMatch(part -> part.length() > 1 && part.startsWith("0"));
    }

    private static Optional<Addresses.Ip> parseV6(String text) {
        int gap = text.indexOf("::");
        if (gap != text.lastIndexOf("::")) {
            return Optional.empty();
        }
        byte[] bytes = new byte[V6_BYTES];
        String tail = gap < 0 ? text : text.substring(gap + 2);
        int head = gap < 0 ? 0 : groups(text.substring(0, gap), bytes, false);
        byte[] end = new byte[V6_BYTES];
        int rest = groups(tail, end, true);
        boolean complete = gap < 0 ? rest == V6_GROUPS : head + rest < V6_GROUPS;
        if (head < 0 || rest < 0 || !complete) {
            return Optional.empty();
        }
        System.arraycopy(end, 0, bytes, V6_BYTES - 2 * rest, 2 * rest);
        boolean zeros = tail.indexOf('.') >= 0 && hasLeadingZeros(tail.substring(tail.lastIndexOf(':') + 1));
        return Optional.of(isMapped(bytes)
                ? new Addresses.Ip(Arrays.copyOfRange(bytes, V6_BYTES - V4_BYTES, V6_BYTES), true, zeros)
                : new Addresses.Ip(bytes, false, zeros));
    }

    /** Reads groups of an IPv6 address to the start of {@code into}; returns how many, or -1 when one is wrong. */
    private static int groups(String text, byte[] into, boolean last) {
        if (text.isEmpty()) {
            return 0;
        }
        String[] parts = text.split(":", -1);
        int count = 0;
        for (int at = 0; at < parts.length; at++) {
            boolean v4 = last && at == parts.length - 1 && parts[at].indexOf('.') >= 0;
            int width = v4 ? 2 : 1;
            if (count + width > V6_GROUPS
                    || !(v4 ? parseV4(parts[at], into, 2 * count) : parseGroup(parts[at], into, 2 * count))) {
                return -1;
            }
            count += width;
        }
        return count;
    }

    private static boolean parseGroup(String group, byte[] into, int offset) {
        boolean digits = group.chars().allMatch(c -> c < 0x80 && Character.digit(c, 16) >= 0);
        if (group.isEmpty() || group.length() > 4 || !digits) {
            return false;
        }
        int number = Integer.parseInt(group, 16);
        into[offset] = (byte) (number >> Byte.SIZE);
        into[offset + 1] = (byte) number;
        return true;
    }

    private static boolean isMapped(byte[] bytes) {
        for (int at = 0; at < 10; at++) {
            if (bytes[at] != 0) {
                return false;
            }
        }
        return bytes[10] == -1 && bytes[11] == -1;
    }

    static String format(byte[] bytes) {
        if (bytes.length == V4_BYTES) {
            return (bytes[0] & 0xff) + "." + (bytes[1] & 0xff) + "." + (bytes[2] & 0xff) + "." + (bytes[3] & 0xff);
        }
        List<String> groups = new ArrayList<>();
        for (int at = 0; at < V6_BYTES; at += 2) {
            groups.add(Integer.toHexString((bytes[at] & 0xff) << Byte.SIZE | bytes[at + 1] & 0xff));
        }
        int[] run = longestZeros(groups);
        if (run[1] < 2) {
            return String.join(":", groups);
        }
        return String.join(":", groups.subList(0, run[0])) + "::"
                + String.join(":", groups.subList(run[0] + run[1], V6_GROUPS));
    }

    /** Returns start and length of the first of the longest runs of zero groups. */
    private static int[] longestZeros(List<String> groups) {
        int start = 0;
        int length = 0;
        int run = 0;
        for (int at = 0; at < V6_GROUPS; at++) {
            run = groups.get(at).equals("0") ? run + 1 : 0;
            if (run > length) {
                length = run;
                start = at - run + 1;
            }
        }
        return new int[] {start, length};
    }
}
