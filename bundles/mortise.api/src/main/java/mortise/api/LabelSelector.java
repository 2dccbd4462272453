package mortise.api;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which objects are meant, by their labels: every requirement must hold. Made by {@link #parse}.
 *
 * @param requirements what must hold, in the order they were written; empty selects everything
 */
public record LabelSelector(List<Requirement> requirements) {

    /** Selects everything. */
    public static final LabelSelector EVERYTHING = new LabelSelector(List.of());

    public LabelSelector {
        requirements = List.copyOf(requirements);
    }

    /**
     * Reads the form of the {@code labelSelector} parameter: {@code a=b,c!=d,e in (f,g),h notin (i),j,!k,l>1}.
     *
     * @throws ApiException 400 with the place and reason when the text is not a selector
     */
    public static LabelSelector parse(String text) {
        return text.isBlank() ? EVERYTHING : new LabelSelector(new LabelSelectorParser(text).parse());
    }

    /** Says whether every object is selected. */
    public boolean selectsEverything() {
        return requirements.isEmpty();
    }

    /** Says whether an object with these labels is selected. */
    public boolean matches(Map<String, String> labels) {
        for (Requirement requirement : requirements) {
            if (!requirement.matches(labels)) {
                return false;
            }
        }
        return true;
    }

    /** How a requirement compares. */
    public enum Operator {
        IN, NOT_IN, EXISTS, DOES_NOT_EXIST, GREATER_THAN, LESS_THAN
    }

    /**
     * One condition on one label.
     *
     * @param key the label
     * @param operator how to compare
     * @param values what to compare with: any number for {@code IN} and {@code NOT_IN}, one integer for the two orders
     */
    public record Requirement(String key, Operator operator, Set<String> values) {

        public Requirement {
            values = Set.copyOf(values);
        }

        /** Says whether the condition holds for these labels; an absent label satisfies {@code NOT_IN}. */
        public boolean matches(Map<String, String> labels) {
            String value = labels.get(key);
            return switch (operator) {
                case IN -> value != null && values.contains(value);
                case NOT_IN -> value == null || !values.contains(value);
                case EXISTS -> value != null;
                case DOES_NOT_EXIST -> value == null;
                case GREATER_THAN -> value != null && compare(value) > 0;
                case LESS_THAN -> value != null && compare(value) < 0;
            };
        }

        private int compare(String value) {
            try {
                return Long.compare(Long.parseLong(value), Long.parseLong(values.iterator().next()));
            } catch (NumberFormatException notANumber) {
                return 0;
            }
        }
    }

    @Override
    public String toString() {
        return requirements.stream().map(LabelSelector::write).collect(Collectors.joining(","));
    }

    private static String write(Requirement requirement) {
        String values = requirement.values().stream().sorted().collect(Collectors.joining(","));
        return switch (requirement.operator()) {
            case IN -> requirement.values().size() == 1
                    ? requirement.key() + "=" + values : requirement.key() + " in (" + values + ")";
            case NOT_IN -> requirement.values().size() == 1
                    ? requirement.key() + "!=" + values : requirement.key() + " notin (" + values + ")";
            case EXISTS -> requirement.key();
            case DOES_NOT_EXIST -> "!" + requirement.key();
            case GREATER_THAN -> requirement.key() + ">" + values;
            case LESS_THAN -> requirement.key() + "<" + values;
        };
    }
}
