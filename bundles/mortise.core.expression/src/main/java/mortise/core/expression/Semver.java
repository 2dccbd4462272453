package mortise.core.expression;

import java.math.BigInteger;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A version such as {@code 1.2.3-rc.1+build}; the part behind the plus does not count. */
record Semver(long major, long minor, long patch, List<String> pre, String text) implements Comparable<Semver> {

    static final String DECLARED = """
            semver(string): kubernetes.Semver
            semver(string, bool): kubernetes.Semver
            isSemver(string): bool
            isSemver(string, bool): bool
            kubernetes.Semver -> isGreaterThan(kubernetes.Semver): bool
            kubernetes.Semver -> isLessThan(kubernetes.Semver): bool
            kubernetes.Semver -> compareTo(kubernetes.Semver): int
            kubernetes.Semver -> major(): int
            kubernetes.Semver -> minor(): int
            kubernetes.Semver -> patch(): int
            """;

    private static final Pattern SYNTAX = Pattern.compile("(0|[1-9]\\d{0,18})\\.(0|[1-9]\\d{0,18})\\.(0|[1-9]\\d{0,18})"
            + "(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?"
            + "(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?");
    private static final Pattern LOOSE = Pattern.compile("v?(\\d+)(?:\\.(\\d+))?(?:\\.(\\d+))?([-+].*)?");
    private static final int MINOR = 2;
    private static final int PATCH = 3;
    private static final int REST = 4;

    static void register(Registry registry) {
        registry.add("semver", String.class, text -> read(text, false));
        registry.add("semver", String.class, Boolean.class, Semver::read);
        registry.add("isSemver", String.class, text -> isSemver(text, false));
        registry.add("isSemver", String.class, Boolean.class, Semver::isSemver);
        registry.add("isGreaterThan", Semver.class, Semver.class, (a, b) -> a.compareTo(b) > 0);
        registry.add("isLessThan", Semver.class, Semver.class, (a, b) -> a.compareTo(b) < 0);
        registry.add("compareTo", Semver.class, Semver.class, (a, b) -> (long) a.compareTo(b));
        registry.add("major", Semver.class, Semver::major);
        registry.add("minor", Semver.class, Semver::minor);
        registry.add("patch", Semver.class, Semver::patch);
    }

    /** Reads a version; a normalized one may lack parts, have leading zeros, and start with {@code v}. */
    static Semver parse(String text, boolean normalize) {
        Matcher parts = SYNTAX.matcher(normalize ? normalized(text) : text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("invalid semantic version \"" + text + "\"");
        }
        String pre = parts.group(REST);
        return new Semver(Long.parseLong(parts.group(1)), Long.parseLong(parts.group(MINOR)),
                Long.parseLong(parts.group(PATCH)), pre == null ? List.of() : List.of(pre.split("\\.")),
                parts.group());
    }

    private static String normalized(String text) {
        Matcher loose = LOOSE.matcher(text);
        if (!loose.matches()) {
            return text;
        }
        String rest = loose.group(REST);
        return number(loose.group(1)) + "." + number(loose.group(MINOR)) + "." + number(loose.group(PATCH))
                + (rest == null ? "" : rest);
    }

    private static String number(@org.jspecify.annotations.Nullable String digits) {
        return digits == null ? "0" : new BigInteger(digits).toString();
    }

    private static Semver read(String text, boolean normalize) {
        try {
            return parse(text, normalize);
        } catch (IllegalArgumentException e) {
            throw Fault.of("%s", e.getMessage());
        }
    }

    private static boolean isSemver(String text, boolean normalize) {
        return SYNTAX.matcher(normalize ? normalized(text) : text).matches();
    }

    @Override
    public int compareTo(Semver other) {
        int order = Long.compare(major, other.major);
        order = order != 0 ? order : Long.compare(minor, other.minor);
        order = order != 0 ? order : Long.compare(patch, other.patch);
        return order != 0 ? order : comparePre(pre, other.pre);
    }

    private static int comparePre(List<String> a, List<String> b) {
        if (a.isEmpty() || b.isEmpty()) {
            return a.isEmpty() ? (b.isEmpty() ? 0 : 1) : -1;
        }
        for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
            int order = compareParts(a.get(i), b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.size(), b.size());
    }

    private static int compareParts(String a, String b) {
        boolean numberA = a.chars().allMatch(Character::isDigit);
        boolean numberB = b.chars().allMatch(Character::isDigit);
        if (numberA != numberB) {
            return numberA ? -1 : 1;
        }
        return numberA ? new BigInteger(a).compareTo(new BigInteger(b)) : Integer.signum(a.compareTo(b));
    }

    @Override
    public boolean equals(@org.jspecify.annotations.Nullable Object other) {
        return other instanceof Semver that && compareTo(that) == 0;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(major * 31 + minor) + Long.hashCode(patch);
    }

    @Override
    public String toString() {
        return text;
    }
}
