package mortise.core.expression;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Regular expressions of RE2, which take linear time. */
final class RegexFunctions {

    static final String DECLARED = """
            string -> find(string): string
            string -> findAll(string): list(string)
            string -> findAll(string, int): list(string)
            """;

    private static final int KEPT_MAX = 512;
    private static final ConcurrentMap<String, Pattern> KEPT = new ConcurrentHashMap<>();

    private RegexFunctions() {
    }

    static void register(Registry registry) {
        registry.add("matches", String.class, String.class, (text, regex) -> pattern(regex).matcher(text).find());
        registry.add("find", String.class, String.class, (text, regex) -> {
            Matcher matcher = pattern(regex).matcher(text);
            return matcher.find() ? matcher.group() : "";
        });
        registry.add("findAll", String.class, String.class, (text, regex) -> findAll(text, regex, -1));
        registry.add("findAll", String.class, String.class, Long.class, RegexFunctions::findAll);
    }

    private static List<String> findAll(String text, String regex, long most) {
        var found = new ArrayList<String>();
        Matcher matcher = pattern(regex).matcher(text);
        while ((most < 0 || found.size() < most) && matcher.find()) {
            found.add(matcher.group());
        }
        return found;
    }

    static Pattern pattern(String regex) {
        Pattern known = KEPT.get(regex);
        if (known != null) {
            return known;
        }
        try {
            Pattern made = Pattern.compile(regex);
            if (KEPT.size() >= KEPT_MAX) {
                KEPT.clear();
            }
            KEPT.put(regex, made);
            return made;
        } catch (PatternSyntaxException e) {
            throw Fault.of("error parsing regexp: %s: `%s`", e.getDescription(), e.getPattern());
        }
    }
}
