package mortise.spi.authorization;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Compares what is allowed by rules. A rule is taken apart into its smallest pieces, one verb with one resource of one
 * group and one name, and each piece has to be allowed by one rule of the other side.
 *
 * <p>Worked example: {@code get,list pods} and {@code get secrets} cover {@code get pods,secrets}, but not
 * {@code list pods,secrets}, of which {@code list secrets} is missing.
 */
public final class Coverage {

    /** Most pieces that one comparison looks at; a longer one would keep a thread busy for too long. */
    public static final int PIECES_MAX = 200_000;
    /** Most pairs of a piece and a held rule that one comparison looks at. */
    private static final long COMPARISONS_MAX = 20_000_000;

    private final List<Held> resources = new ArrayList<>();
    private final Rules held;
    private long pieces;
    private long comparisons;

    private record Held(Set<String> verbs, Set<String> groups, Set<String> resources, Set<String> names) {

        Held(Rules.Resources rule) {
            this(new HashSet<>(rule.verbs()), new HashSet<>(rule.groups()), new HashSet<>(rule.resources()),
                    new HashSet<>(rule.names()));
        }

        boolean covers(Rules.Resources rule) {
            return all(verbs, rule.verbs()) && all(groups, rule.groups())
                    && (names.isEmpty() || !rule.names().isEmpty() && names.containsAll(rule.names()))
                    && rule.resources().stream().allMatch(this::coversResource);
        }

        private static boolean all(Set<String> held, List<String> wanted) {
            return held.contains("*") || held.containsAll(wanted);
        }

        private boolean coversResource(String wanted) {
            if (resources.contains("*") || resources.contains(wanted)) {
                return true;
            }
            int slash = wanted.indexOf('/');
            return slash >= 0 && resources.contains("*" + wanted.substring(slash));
        }
    }

    private Coverage(Rules held) {
        this.held = held;
        held.resourceRules().forEach(rule -> resources.add(new Held(rule)));
    }

    /** Makes one that is asked again and again with {@link #covers}, by any thread. */
    public static Coverage of(Rules held) {
        return new Coverage(held);
    }

    /** Says whether one of the held rules allows all of a rule. */
    public boolean covers(Rules.Resources rule) {
        for (Held one : resources) {
            if (one.covers(rule)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the pieces of what is wanted that nothing held allows; nothing when all is covered.
     *
     * @throws IllegalArgumentException when there are more than {@value #PIECES_MAX} pieces, or too many rules
     */
    public static Rules missing(Rules held, Rules wanted) {
        return new Coverage(held).missing(wanted);
    }

    private Rules missing(Rules wanted) {
        var missing = new ArrayList<Rules.Resources>();
        wanted.resourceRules().forEach(rule -> missingOf(rule, missing));
        var missingPaths = new ArrayList<Rules.Paths>();
        wanted.pathRules().forEach(rule -> missingOf(rule, missingPaths));
        return new Rules(missing, missingPaths, false, List.of());
    }

    private void missingOf(Rules.Resources rule, List<Rules.Resources> missing) {
        if (covered(rule)) {
            return;
        }
        List<List<String>> names = rule.names().isEmpty() ? List.of(List.of())
                : rule.names().stream().map(List::of).toList();
        for (String group : rule.groups()) {
            for (String resource : rule.resources()) {
                for (String verb : rule.verbs()) {
                    for (List<String> name : names) {
                        var piece = new Rules.Resources(List.of(verb), List.of(group), List.of(resource), name);
                        if (!covered(piece)) {
                            missing.add(piece);
                        }
                    }
                }
            }
        }
    }

    private boolean covered(Rules.Resources rule) {
        count();
        return covers(rule);
    }

    private void missingOf(Rules.Paths rule, List<Rules.Paths> missing) {
        for (String path : rule.paths()) {
            for (String verb : rule.verbs()) {
                count();
                if (held.pathRules().stream().noneMatch(one -> covers(one, verb, path))) {
                    missing.add(new Rules.Paths(List.of(verb), List.of(path)));
                }
            }
        }
    }

    private static boolean covers(Rules.Paths rule, String verb, String path) {
        return (rule.verbs().contains("*") || rule.verbs().contains(verb))
                && rule.paths().stream().anyMatch(one -> pathCovers(one, path));
    }

    /** Says whether a path of a rule, which may end with {@code *}, means a path, or at least all that one means. */
    public static boolean pathCovers(String held, String path) {
        if (held.equals(path) || held.equals("*")) {
            return true;
        }
        int end = held.length();
        while (end > 0 && held.charAt(end - 1) == '*') {
            end--;
        }
        return end < held.length() && path.startsWith(held.substring(0, end));
    }

    private void count() {
        comparisons += 1 + resources.size() + held.pathRules().size();
        if (++pieces > PIECES_MAX || comparisons > COMPARISONS_MAX) {
            throw new IllegalArgumentException("too many permissions at once");
        }
    }
}
