package mortise.api;

import java.util.Arrays;
import java.util.List;

/**
 * Settings that are lists. The launcher makes arrays of them; in a configuration that did not come through it a text
 * may hold several, separated by commas.
 */
public final class ListSetting {

    private ListSetting() {
    }

    /** Returns the texts of a list in their order, without blank ones and without blanks around them. */
    public static List<String> texts(String... configured) {
        return Arrays.stream(configured).flatMap(text -> Arrays.stream(text.split(",")))
                .map(String::strip).filter(text -> !text.isEmpty()).toList();
    }

    /** Does what {@link #texts} does, for lists in which a text counts once. */
    public static List<String> distinct(String... configured) {
        return texts(configured).stream().distinct().toList();
    }
}
