package mortise.spi.authorization;

import java.util.List;

/**
 * What somebody may do in a namespace. The order means nothing; a rule may occur twice.
 *
 * @param resourceRules what with resources
 * @param pathRules what with other paths
 * @param incomplete whether there may be more
 * @param errors why something is missing, in words for the caller
 */
public record Rules(List<Resources> resourceRules, List<Paths> pathRules, boolean incomplete, List<String> errors) {

    /** Nothing, for sure. */
    public static final Rules NONE = new Rules(List.of(), List.of(), false, List.of());

    public Rules {
        resourceRules = List.copyOf(resourceRules);
        pathRules = List.copyOf(pathRules);
        errors = List.copyOf(errors);
    }

    /**
     * These verbs with these resources; {@code *} means all.
     *
     * @param verbs verbs
     * @param groups API groups
     * @param resources plural names, with {@code /} and the path below for a path below an object
     * @param names names of the objects; empty for all
     */
    public record Resources(List<String> verbs, List<String> groups, List<String> resources, List<String> names) {

        public Resources {
            verbs = List.copyOf(verbs);
            groups = List.copyOf(groups);
            resources = List.copyOf(resources);
            names = List.copyOf(names);
        }
    }

    /**
     * These verbs on these paths.
     *
     * @param verbs lower-case HTTP methods; {@code *} means all
     * @param paths paths; {@code *} at the end of one means everything that begins so
     */
    public record Paths(List<String> verbs, List<String> paths) {

        public Paths {
            verbs = List.copyOf(verbs);
            paths = List.copyOf(paths);
        }
    }
}
