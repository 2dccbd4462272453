package mortise.itests.architecture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.Assertions;

/**
 * Collects what breaks one rule. {@code exceptions.txt} may excuse a subject, each with its reason; an excuse that
 * nothing needs any more is an offence too, so the list only shrinks by itself.
 */
final class Offences {

    private final String rule;
    private final List<Excuse> excuses;
    private final Set<Excuse> used = new HashSet<>();
    private final List<String> found = new ArrayList<>();
    private int judged;

    /** One line of {@code exceptions.txt}: rule, subject prefix, reason. */
    record Excuse(String rule, String subject, String reason) {

        static List<Excuse> parse(String text) {
            List<Excuse> excuses = new ArrayList<>();
            for (String line : text.lines().filter(l -> !l.isBlank() && !l.startsWith("#")).toList()) {
                String[] parts = line.split("\\|", 3);
                if (parts.length < 3 || parts[2].isBlank()) {
                    throw new IllegalArgumentException("exceptions.txt wants `rule | subject | reason`: " + line);
                }
                excuses.add(new Excuse(parts[0].strip(), parts[1].strip(), parts[2].strip()));
            }
            return excuses;
        }
    }

    Offences(String rule, List<Excuse> excuses) {
        this.rule = rule;
        this.excuses = excuses.stream().filter(e -> e.rule().equals(rule)).toList();
    }

    static Offences against(String rule) {
        Path file = Reactor.get().resources().resolve("exceptions.txt");
        return new Offences(rule, Excuse.parse(Reactor.text(file)));
    }

    /** Counts a thing as looked at, so that a rule which looked at nothing fails. */
    void judging() {
        judged++;
    }

    void add(String subject, String message) {
        for (Excuse excuse : excuses) {
            if (subject.startsWith(excuse.subject())) {
                used.add(excuse);
                return;
            }
        }
        found.add(subject + ": " + message);
    }

    List<String> found() {
        List<String> all = new ArrayList<>(found);
        excuses.stream().filter(e -> !used.contains(e)).forEach(e -> all.add("exceptions.txt excuses " + e.subject()
                + " from `" + rule + "`, which it keeps by now: remove the line"));
        return all;
    }

    void assertNone() {
        Assertions.assertThat(judged).as("things that the rule `%s` looked at", rule).isPositive();
        List<String> all = found();
        Assertions.assertThat(all)
                .withFailMessage(() -> "the rule `" + rule + "` is broken by\n  " + String.join("\n  ", all))
                .isEmpty();
    }
}
