package mortise.core.workload;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of container images. */
final class ImageNames {

    private static final int CHARS_MAX = 4096;
    private static final int NAME_CHARS_MAX = 255;
    private static final String COMPONENT = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*+";
    private static final String HOST = "(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)";
    private static final Pattern REFERENCE = Pattern.compile(
            "((?:(?:" + HOST + "(?:\\." + HOST + ")*+|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?/)?"
            + COMPONENT + "(?:/" + COMPONENT + ")*+)"
            + "(?::(\\w[\\w.-]{0,127}))?"
            + "(?:@([A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}))?");
    private static final Pattern IDENTIFIER = Pattern.compile("[a-f0-9]{64}");

    private ImageNames() {
    }

    /**
     * Returns the policy by which an image is pulled when nobody says: always when its tag may move, that is, when it
     * is {@code latest} or when there is neither tag nor digest.
     */
    static String pullPolicy(String image) {
        if (image.length() > CHARS_MAX || IDENTIFIER.matcher(image).matches()) {
            return "IfNotPresent";
        }
        Matcher parts = REFERENCE.matcher(normalized(image));
        if (!parts.matches() || parts.group(1).length() > NAME_CHARS_MAX) {
            return "IfNotPresent";
        }
        String tag = parts.group(2);
        boolean moves = tag == null ? parts.group(3) == null : tag.equals("latest");
        return moves ? "Always" : "IfNotPresent";
    }

    /** Adds the registry that is meant when none is named, so that a name is not taken for one. */
    private static String normalized(String image) {
        int slash = image.indexOf('/');
        String first = slash < 0 ? "" : image.substring(0, slash);
        boolean registry = first.indexOf('.') >= 0 || first.indexOf(':') >= 0 || first.equals("localhost")
                || !first.toLowerCase(Locale.ROOT).equals(first);
        return registry ? image : "docker.io/" + (slash < 0 ? "library/" : "") + image;
    }
}
