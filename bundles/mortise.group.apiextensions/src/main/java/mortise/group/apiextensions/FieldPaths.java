package mortise.group.apiextensions;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import mortise.core.schema.FieldView;

/** Paths of fields such as {@code .spec.replicas} and {@code .labels['a.b']}. */
final class FieldPaths {

    private static final Pattern STEP = Pattern.compile("\\.([A-Za-z_][A-Za-z0-9_]*)|\\['((?:[^'\\\\]|\\\\.)*)'\\]");
    private static final Pattern ESCAPED = Pattern.compile("\\\\(.)");
    private static final int QUOTED = 2;

    private FieldPaths() {
    }

    /** Says whether a path leads to a property of the schema or to a value of a map in it. */
    static boolean exists(FieldView schema, String path) {
        Matcher step = STEP.matcher(path);
        FieldView at = schema;
        int end = 0;
        while (end < path.length() && step.region(end, path.length()).lookingAt()) {
            String name = step.group(1) != null ? step.group(1)
                    : ESCAPED.matcher(step.group(QUOTED)).replaceAll("$1");
            FieldView property = at.at("properties").entry(name);
            at = property.present() ? property : at.at("additionalProperties");
            if (!at.present()) {
                return false;
            }
            end = step.end();
        }
        return end > 0 && end == path.length();
    }
}
