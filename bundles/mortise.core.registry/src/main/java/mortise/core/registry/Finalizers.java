package mortise.core.registry;

import java.util.ArrayList;
import java.util.List;

/** The two finalizers that stand for how dependents are treated. Pure. */
final class Finalizers {

    private Finalizers() {
    }

    /**
     * Returns the finalizers of an object after a deletion with the given options. Without a policy what an earlier
     * deletion asked for stays.
     *
     * @param orphansByDefault whether the kind orphans dependents when nobody said anything
     */
    static List<String> after(List<String> finalizers, DeleteOptions options, boolean orphansByDefault) {
        var after = new ArrayList<>(finalizers);
        after.remove(MetadataRules.ORPHAN);
        after.remove(MetadataRules.FOREGROUND);
        switch (policy(finalizers, options, orphansByDefault)) {
            case "Orphan" -> after.add(MetadataRules.ORPHAN);
            case "Foreground" -> after.add(MetadataRules.FOREGROUND);
            default -> {
                return after;
            }
        }
        return after.size() == finalizers.size() && after.containsAll(finalizers) ? finalizers : after;
    }

    private static String policy(List<String> finalizers, DeleteOptions options, boolean orphansByDefault) {
        if (options.propagationPolicy().isPresent()) {
            return options.propagationPolicy().get();
        }
        if (options.orphanDependents().isPresent()) {
            return options.orphanDependents().get() ? "Orphan" : "Background";
        }
        if (finalizers.contains(MetadataRules.ORPHAN)) {
            return "Orphan";
        }
        if (finalizers.contains(MetadataRules.FOREGROUND)) {
            return "Foreground";
        }
        return orphansByDefault ? "Orphan" : "Background";
    }
}
