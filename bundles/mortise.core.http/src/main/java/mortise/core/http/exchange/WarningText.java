package mortise.core.http.exchange;

/** Writes the text of a {@code Warning} header. Pure. */
final class WarningText {

    private static final int LENGTH_MAX = 1024;

    private WarningText() {
    }

    /** Returns {@code 299 - "text"} with what a header cannot carry replaced. */
    static String header(String warning) {
        var header = new StringBuilder(warning.length() + 16).append("299 - \"");
        int end = Math.min(warning.length(), LENGTH_MAX);
        for (int i = 0; i < end; i++) {
            char c = warning.charAt(i);
            if (c == '"' || c == '\\') {
                header.append('\\').append(c);
            } else if (c < 0x20 || c == 0x7f) {
                header.append(' ');
            } else {
                header.append(c < 0x7f ? c : '?');
            }
        }
        return header.append('"').toString();
    }
}
