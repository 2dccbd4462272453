package mortise.api;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import mortise.api.LabelSelector.Operator;
import mortise.api.LabelSelector.Requirement;

/** Reads the text form of a label selector: one token of look-ahead, no backtracking. */
final class LabelSelectorParser {

    private static final String SPECIAL = "=!(),<>";

    private final String text;
    private int position;

    LabelSelectorParser(String text) {
        this.text = text;
    }

    List<Requirement> parse() {
        var requirements = new ArrayList<Requirement>();
        while (true) {
            requirements.add(requirement());
            String next = token();
            if (next.isEmpty()) {
                return requirements;
            }
            if (!next.equals(",")) {
                throw unexpected(next, "',' or 'end of string'");
            }
            if (peek().isEmpty()) {
                throw unexpected("", "identifier after ','");
            }
        }
    }

    private Requirement requirement() {
        boolean negated = peek().equals("!");
        if (negated) {
            token();
        }
        String key = token();
        if (key.isEmpty() || SPECIAL.indexOf(key.charAt(0)) >= 0) {
            throw unexpected(key, "identifier");
        }
        Syntax.labelKey(key).ifPresent(why -> {
            throw ApiException.badRequest("unable to parse requirement: <nil>: Invalid value: \"" + key + "\": " + why);
        });
        if (negated) {
            return new Requirement(key, Operator.DOES_NOT_EXIST, Set.of());
        }
        String next = peek();
        if (next.isEmpty() || next.equals(",")) {
            return new Requirement(key, Operator.EXISTS, Set.of());
        }
        return comparison(key, token());
    }

    private Requirement comparison(String key, String operator) {
        return switch (operator) {
            case "=", "==" -> new Requirement(key, Operator.IN, Set.of(value(key, true)));
            case "!=" -> new Requirement(key, Operator.NOT_IN, Set.of(value(key, true)));
            case "in" -> new Requirement(key, Operator.IN, values(key));
            case "notin" -> new Requirement(key, Operator.NOT_IN, values(key));
            case ">" -> new Requirement(key, Operator.GREATER_THAN, Set.of(number(key)));
            case "<" -> new Requirement(key, Operator.LESS_THAN, Set.of(number(key)));
            default -> throw unexpected(operator, "in, notin, =, ==, !=, gt, lt");
        };
    }

    /** Reads one value; a missing one is the empty text, as in {@code a=}. */
    private String value(String key, boolean mayBeMissing) {
        String next = peek();
        if (mayBeMissing && (next.isEmpty() || next.equals(","))) {
            return "";
        }
        token();
        if (next.isEmpty() || SPECIAL.indexOf(next.charAt(0)) >= 0) {
            throw unexpected(next, "identifier");
        }
        return checked(key, next);
    }

    private String number(String key) {
        String value = value(key, false);
        try {
            return Long.toString(Long.parseLong(value));
        } catch (NumberFormatException notANumber) {
            throw ApiException.badRequest("unable to parse requirement: values[0][" + key + "]: Invalid value: \""
                    + value + "\": for 'Gt', 'Lt' operators, the value must be an integer");
        }
    }

    private Set<String> values(String key) {
        String open = token();
        if (!open.equals("(")) {
            throw unexpected(open, "'('");
        }
        var values = new LinkedHashSet<String>();
        while (true) {
            String next = peek();
            if (next.equals(",") || next.equals(")")) {
                values.add("");
            } else {
                values.add(value(key, false));
            }
            String separator = token();
            if (separator.equals(")")) {
                return values;
            }
            if (!separator.equals(",")) {
                throw unexpected(separator, "',' or ')'");
            }
        }
    }

    private static String checked(String key, String value) {
        Syntax.labelValue(value).ifPresent(why -> {
            throw ApiException.badRequest("unable to parse requirement: values[0][" + key + "]: Invalid value: \""
                    + value + "\": " + why);
        });
        return value;
    }

    private String peek() {
        int before = position;
        String token = token();
        position = before;
        return token;
    }

    /** Returns the next token, or an empty text at the end. */
    private String token() {
        while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
            position++;
        }
        if (position == text.length()) {
            return "";
        }
        int start = position;
        char first = text.charAt(position++);
        if (SPECIAL.indexOf(first) >= 0) {
            boolean longer = first == '=' || first == '!';
            boolean twoLong = longer && position < text.length() && text.charAt(position) == '=';
            if (twoLong) {
                position++;
            }
            return text.substring(start, position);
        }
        while (position < text.length() && !endsWord(text.charAt(position))) {
            position++;
        }
        return text.substring(start, position);
    }

    private static boolean endsWord(char c) {
        return SPECIAL.indexOf(c) >= 0 || Character.isWhitespace(c);
    }

    private static ApiException unexpected(String found, String expected) {
        return ApiException.badRequest("unable to parse requirement: found '" + found + "', expected: " + expected);
    }
}
