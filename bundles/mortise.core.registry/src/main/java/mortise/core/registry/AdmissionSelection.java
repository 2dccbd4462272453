package mortise.core.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Which admission plug-ins are asked, as {@code --enable-admission-plugins} and {@code --disable-admission-plugins}
 * say.
 *
 * @param enabled names that are on besides those that are on by default
 * @param disabled names that are off
 */
record AdmissionSelection(Set<String> enabled, Set<String> disabled) {

    static final String ENABLE = "enable.admission.plugins";
    static final String DISABLE = "disable.admission.plugins";

    /** What is on when nothing is configured. */
    static final AdmissionSelection DEFAULT = new AdmissionSelection(Set.of(), Set.of());

    AdmissionSelection {
        enabled = Set.copyOf(enabled);
        disabled = Set.copyOf(disabled);
    }

    /**
     * Reads the two settings.
     *
     * @throws IllegalArgumentException when a name stands in both
     */
    static AdmissionSelection of(RegistryConfig config) {
        return of(List.of(config.enable_admission_plugins()), List.of(config.disable_admission_plugins()));
    }

    static AdmissionSelection of(Collection<String> enable, Collection<String> disable) {
        Set<String> enabled = names(enable);
        Set<String> disabled = names(disable);
        Set<String> both = new TreeSet<>(enabled);
        both.retainAll(disabled);
        if (!both.isEmpty()) {
            throw new IllegalArgumentException(DISABLE + ": " + both
                    + " in enable-admission-plugins and disable-admission-plugins overlapped");
        }
        return new AdmissionSelection(enabled, disabled);
    }

    private static Set<String> names(Collection<String> texts) {
        var names = new TreeSet<String>();
        for (String text : texts) {
            for (String part : text.split(",")) {
                if (!part.isBlank()) {
                    names.add(part.trim());
                }
            }
        }
        return names;
    }

    /** Says whether a plug-in is asked; one without a name always is. */
    boolean on(Optional<String> name) {
        return name.isEmpty() || !disabled.contains(name.get())
                && (enabled.contains(name.get()) || !KnownAdmission.OFF_BY_DEFAULT.contains(name.get()));
    }

    /**
     * Returns what is wrong with the names, one sentence each.
     *
     * @param installed whether a bundle provides a plug-in of the name
     */
    List<String> mistakes(Predicate<String> installed) {
        var mistakes = new ArrayList<String>();
        for (String name : new TreeSet<>(enabled)) {
            if (!installed.test(name)) {
                mistakes.add(ENABLE + ": enable-admission-plugins plugin \"" + name + "\" is "
                        + (KnownAdmission.knows(name) ? "not installed" : "unknown"));
            }
        }
        for (String name : new TreeSet<>(disabled)) {
            if (!KnownAdmission.knows(name) && !installed.test(name)) {
                mistakes.add(DISABLE + ": disable-admission-plugins plugin \"" + name + "\" is unknown");
            }
        }
        return mistakes;
    }
}
