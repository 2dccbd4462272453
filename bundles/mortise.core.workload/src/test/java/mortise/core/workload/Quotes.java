package mortise.core.workload;

/** Texts of these tests, in which single quotes stand for double ones where messages quote values. */
final class Quotes {

    /** Words that messages themselves put in single quotes. */
    private static final String[] SINGLE = {"Exists", "NoExecute", "hostNetwork", "Never", "NotRequired", ".."};

    private Quotes() {
    }

    static String doubled(String text) {
        String doubled = text.replace('\'', '"').replace("@", "\"");
        int detail = Math.max(doubled.indexOf("must be empty when"), Math.max(doubled.indexOf("effect must be"),
                Math.max(doubled.indexOf("may not be specified when"), doubled.indexOf("must not "))));
        if (detail < 0) {
            return doubled;
        }
        String words = doubled.substring(detail);
        for (String word : SINGLE) {
            words = words.replace("\"" + word + "\"", "'" + word + "'");
        }
        return doubled.substring(0, detail) + words;
    }
}
