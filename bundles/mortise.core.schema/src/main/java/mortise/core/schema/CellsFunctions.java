package mortise.core.schema;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import mortise.spi.group.Elapsed;
import org.jspecify.annotations.Nullable;

/** The functions of the language of cells. Each takes compiled arguments and says when they do not fit. Pure. */
final class CellsFunctions {

    private static final String TOO_FEW = "too few arguments";

    private CellsFunctions() {
    }

    /**
     * Returns a call of a function.
     *
     * @throws IllegalArgumentException when there is no such function or it does not take these arguments
     */
    static CellsTerm call(String name, List<CellsTerm> arguments) {
        return switch (name) {
            case "len" -> length(arguments);
            case "sum" -> sum(path(only(arguments)));
            case "text" -> text(arguments);
            case "join" -> join(arguments);
            case "some" -> some(arguments);
            case "lower" -> onText(only(arguments), text -> text.toLowerCase(Locale.ROOT));
            case "trim" -> onText(only(arguments), String::strip);
            case "when" -> when(arguments);
            case "choose" -> choose(arguments);
            case "condition" -> condition(arguments);
            case "age" -> age(only(arguments));
            case "duration" -> duration(only(arguments));
            case "labels" -> orNone(only(arguments), CellsText::labels);
            case "selector" -> orNone(only(arguments), CellsText::selector);
            default -> throw new IllegalArgumentException("no function " + name);
        };
    }

    private interface OnText {
        String apply(String text);
    }

    private interface AsText {
        String apply(@Nullable Object value);
    }

    private static CellsTerm length(List<CellsTerm> arguments) {
        atLeast(1, arguments);
        List<CellsPath> paths = arguments.stream().map(CellsFunctions::path).toList();
        return at -> paths.stream().mapToLong(path -> path.size(at)).sum();
    }

    private static CellsTerm sum(CellsPath path) {
        return at -> path.all(at).stream()
                .mapToLong(value -> value instanceof Number number ? number.longValue() : 0).sum();
    }

    private static CellsTerm text(List<CellsTerm> parts) {
        atLeast(1, parts);
        if (parts.stream().anyMatch(CellsTerm::grows)) {
            throw new IllegalArgumentException("an age is no part of a text");
        }
        boolean constant = parts.stream().allMatch(CellsTerm.Constant.class::isInstance);
        return at -> {
            var text = new StringBuilder();
            boolean any = constant;
            for (CellsTerm part : parts) {
                Object value = part.value(at);
                any |= value != null && !(part instanceof CellsTerm.Constant);
                text.append(CellsText.of(value == null ? part.otherwise() : value));
            }
            return any ? text.toString() : null;
        };
    }

    private static CellsTerm join(List<CellsTerm> arguments) {
        atLeast(2, arguments);
        String separator = CellsText.of(constant(arguments.get(0)));
        CellsPath path = path(arguments.get(1));
        CellsTerm each = each(arguments);
        return at -> {
            String text = String.join(separator, texts(path.all(at), each));
            return text.isEmpty() ? null : text;
        };
    }

    private static CellsTerm some(List<CellsTerm> arguments) {
        atLeast(2, arguments);
        if (!(constant(arguments.get(0)) instanceof Long most) || most < 1) {
            throw new IllegalArgumentException("the first argument is not a number above 0");
        }
        CellsPath path = path(arguments.get(1));
        CellsTerm each = each(arguments);
        return at -> {
            List<Object> elements = path.all(at);
            List<String> texts = texts(elements, each);
            // As command lines have it, elements without a text count as more, but only once there are enough texts.
            int all = texts.size() < most ? texts.size() : elements.size();
            return texts.isEmpty() ? null : CellsText.some(most.intValue(), texts, all);
        };
    }

    private static CellsTerm each(List<CellsTerm> arguments) {
        return arguments.size() == 2 ? at -> at : text(arguments.subList(2, arguments.size()));
    }

    private static List<String> texts(List<Object> elements, CellsTerm each) {
        var texts = new ArrayList<String>();
        for (Object element : elements) {
            String text = CellsText.of(each.value(element));
            if (!text.isEmpty()) {
                texts.add(text);
            }
        }
        return texts;
    }

    private static CellsTerm onText(CellsTerm term, OnText change) {
        if (term.grows()) {
            throw new IllegalArgumentException("an age is no text");
        }
        return at -> {
            String text = change.apply(CellsText.of(term.value(at)));
            return text.isEmpty() ? null : text;
        };
    }

    private static CellsTerm when(List<CellsTerm> arguments) {
        if (arguments.size() != 2) {
            throw new IllegalArgumentException("when takes a condition and a result");
        }
        CellsTerm condition = arguments.get(0);
        CellsTerm result = arguments.get(1);
        return new CellsTerm.Named(at -> {
            Object value = condition.value(at);
            return value == null || value.equals(false) ? null : result.value(at);
        }, "", result.grows());
    }

    private static CellsTerm choose(List<CellsTerm> arguments) {
        if (arguments.size() < 3 || arguments.size() % 2 == 0) {
            throw new IllegalArgumentException("choose takes a term, and pairs of a constant and a result");
        }
        CellsTerm chosen = arguments.get(0);
        var cases = new ArrayList<String>();
        var results = new ArrayList<CellsTerm>();
        for (int i = 1; i < arguments.size(); i += 2) {
            cases.add(CellsText.of(constant(arguments.get(i))));
            results.add(arguments.get(i + 1));
        }
        return new CellsTerm.Named(at -> {
            int found = cases.indexOf(CellsText.of(chosen.value(at)));
            return found < 0 ? null : results.get(found).value(at);
        }, "", results.stream().anyMatch(CellsTerm::grows));
    }

    private static CellsTerm condition(List<CellsTerm> arguments) {
        atLeast(2, arguments);
        CellsPath path = path(arguments.get(0));
        List<Object> types = arguments.stream().skip(1).map(CellsFunctions::constant).toList();
        return at -> {
            List<Object> conditions = path.all(at);
            for (Object type : types) {
                for (Object condition : conditions) {
                    if (condition instanceof Map<?, ?> struct && type.equals(struct.get("type"))
                            && Objects.equals(struct.get("status"), "True")) {
                        return type;
                    }
                }
            }
            return null;
        };
    }

    private static CellsTerm age(CellsTerm time) {
        return new CellsTerm.Named(
                at -> Cells.instant(time.value(at)).map(Elapsed::since).orElse(null), "<unknown>", true);
    }

    private static CellsTerm duration(CellsTerm seconds) {
        return at -> seconds.value(at) instanceof Number number
                ? Elapsed.shortForm(Duration.ofSeconds(number.longValue())) : null;
    }

    private static CellsTerm orNone(CellsTerm term, AsText format) {
        return new CellsTerm.Named(at -> {
            String text = format.apply(term.value(at));
            return text.isEmpty() ? null : text;
        }, CellsText.NONE, false);
    }

    private static void atLeast(int count, List<CellsTerm> arguments) {
        if (arguments.size() < count) {
            throw new IllegalArgumentException(TOO_FEW);
        }
    }

    private static CellsTerm only(List<CellsTerm> arguments) {
        if (arguments.size() != 1) {
            throw new IllegalArgumentException(arguments.isEmpty() ? TOO_FEW : "too many arguments");
        }
        return arguments.get(0);
    }

    private static CellsPath path(CellsTerm argument) {
        if (argument instanceof CellsPath path) {
            return path;
        }
        throw new IllegalArgumentException("an argument is not a path");
    }

    private static Object constant(CellsTerm argument) {
        if (argument instanceof CellsTerm.Constant constant) {
            return constant.constant();
        }
        throw new IllegalArgumentException("an argument is not a constant");
    }
}
