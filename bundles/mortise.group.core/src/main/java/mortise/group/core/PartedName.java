package mortise.group.core;

import java.util.Optional;
import java.util.Set;

/**
 * A name in the path of a proxy: {@code name}, {@code name:port} or {@code scheme:name:port}.
 *
 * @param scheme {@code http}, {@code https} or empty
 * @param name name of the object
 * @param port number or name of a port; empty when none is named
 */
record PartedName(String scheme, String name, String port) {

    private static final Set<String> SCHEMES = Set.of("", "http", "https");

    /** Reads one; nothing when it has another form. */
    static Optional<PartedName> parse(String text) {
        String[] parts = text.split(":", -1);
        PartedName parted = switch (parts.length) {
            case 1 -> new PartedName("", parts[0], "");
            case 2 -> new PartedName("", parts[0], parts[1]);
            case 3 -> new PartedName(parts[0], parts[1], parts[2]);
            default -> new PartedName("", "", "");
        };
        boolean valid = !parted.name.isEmpty() && SCHEMES.contains(parted.scheme);
        return valid ? Optional.of(parted) : Optional.empty();
    }

    /** Returns the scheme, {@code http} when none is named. */
    String schemeOrHttp() {
        return scheme.isEmpty() ? "http" : scheme;
    }
}
