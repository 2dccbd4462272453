package mortise.core.expression;

import dev.cel.common.CelIssue;
import dev.cel.common.Source;
import java.util.List;
import java.util.regex.Pattern;

/** Complaints of the parser library in the words that users know from other servers. */
final class Issues {

    private static final Pattern OF_GRAMMAR = Pattern.compile(
            "(mismatched input|no viable alternative|extraneous input|missing |token recognition error).*",
            Pattern.DOTALL);
    private static final Pattern CANDIDATES = Pattern.compile(" \\(candidates: .*\\)$", Pattern.DOTALL);

    private Issues() {
    }

    static String shown(List<CelIssue> issues, Source source) {
        return CelIssue.toDisplayString(issues.stream().map(Issues::reworded).toList(), source);
    }

    private static CelIssue reworded(CelIssue issue) {
        String message = CANDIDATES.matcher(issue.getMessage()).replaceFirst("");
        return CelIssue.formatError(issue.getExprId(), issue.getSourceLocation(),
                OF_GRAMMAR.matcher(message).matches() ? "Syntax error: " + message : message);
    }
}
