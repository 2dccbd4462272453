package mortise.core.registry;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import mortise.api.ListSetting;

/**
 * Which controllers run, as {@code --controllers} says it: {@code *} for all, {@code name} for one, {@code -name} for
 * all but one; what names a controller wins over {@code *}, and the first of several wins. Immutable.
 */
final class ControllerSelection {

    private static final String ALL = "*";

    private final List<String> words;

    private ControllerSelection(List<String> words) {
        this.words = words;
    }

    static ControllerSelection of(String... settings) {
        return new ControllerSelection(ListSetting.texts(settings));
    }

    /**
     * Says whether a controller runs.
     *
     * @param names its name and its aliases
     * @param onRequest whether {@code *} does not mean it
     */
    boolean runs(Collection<String> names, boolean onRequest) {
        for (String word : words) {
            if (!word.equals(ALL) && names.contains(name(word))) {
                return !word.startsWith("-");
            }
        }
        return !onRequest && words.contains(ALL);
    }

    /** Returns the names that no controller has. */
    List<String> unknown(Set<String> known) {
        return words.stream().filter(word -> !word.equals(ALL)).map(ControllerSelection::name)
                .filter(name -> !known.contains(name)).toList();
    }

    private static String name(String word) {
        return word.startsWith("-") ? word.substring(1) : word;
    }
}
