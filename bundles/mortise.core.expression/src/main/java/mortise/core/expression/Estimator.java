package mortise.core.expression;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelReference;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds what an expression can cost at most, from the sizes that types promise. For one expression and one thread. */
final class Estimator {

    private static final Set<CelKind> SCALARS = Set.of(CelKind.BOOL, CelKind.DURATION, CelKind.DOUBLE, CelKind.INT,
            CelKind.TIMESTAMP, CelKind.TYPE, CelKind.UINT);
    private static final Set<CelKind> SELECTABLE =
            Set.of(CelKind.MAP, CelKind.STRUCT, CelKind.TYPE_PARAM, CelKind.DYN, CelKind.OPAQUE);

    private final CelAbstractSyntaxTree tree;
    private final Map<String, ExpressionType> variables;
    /** What variables of loops are made of, innermost last. */
    private final List<Map<String, ExpressionType>> loops = new ArrayList<>();
    private final Map<Long, CostRange> sizes = new HashMap<>();

    Estimator(CelAbstractSyntaxTree tree, Map<String, ExpressionType> variables) {
        this.tree = tree;
        this.variables = variables;
    }

    CostRange estimate() {
        return cost(tree.getExpr());
    }

    private CostRange cost(CelExpr expression) {
        return switch (expression.exprKind().getKind()) {
            case IDENT -> CostRange.ONE;
            case SELECT -> select(expression.select());
            case CALL -> call(expression);
            case LIST -> sum(expression.list().elements()).plus(CostRange.exactly(Costs.LIST));
            case MAP -> map(expression.map());
            case COMPREHENSION -> loop(expression);
            default -> CostRange.NONE;
        };
    }

    private CostRange sum(Iterable<CelExpr> parts) {
        CostRange sum = CostRange.NONE;
        for (CelExpr part : parts) {
            sum = sum.plus(cost(part));
        }
        return sum;
    }

    private CostRange map(CelExpr.CelMap map) {
        CostRange sum = CostRange.exactly(Costs.MAP);
        for (CelExpr.CelMap.Entry entry : map.entries()) {
            sum = sum.plus(cost(entry.key())).plus(cost(entry.value()));
        }
        return sum;
    }

    private CostRange select(CelExpr.CelSelect select) {
        CostRange operand = cost(select.operand());
        return !select.testOnly() && SELECTABLE.contains(kind(select.operand()))
                ? operand.plus(CostRange.exactly(Costs.SELECT)) : operand;
    }

    private CelKind kind(CelExpr expression) {
        return tree.getType(expression.id()).map(CelType::kind).orElse(CelKind.DYN);
    }

    private CostRange loop(CelExpr expression) {
        CelExpr.CelComprehension loop = expression.comprehension();
        CostRange before = cost(loop.iterRange()).plus(cost(loop.accuInit()));
        ExpressionType range = typeOf(loop.iterRange());
        var bound = new HashMap<String, ExpressionType>();
        boolean pairs = !loop.iterVar2().isEmpty();
        boolean values = range != null && (range.kind() == ExpressionType.Kind.LIST || pairs);
        if (range != null && values) {
            bound.put(pairs ? loop.iterVar2() : loop.iterVar(), range.element());
        }
        loops.add(bound);
        CostRange turn = cost(loop.loopCondition()).plus(cost(loop.loopStep()));
        loops.remove(loops.size() - 1);
        CostRange turns = size(loop.iterRange());
        if (kind(expression) == CelKind.LIST) {
            sizes.put(expression.id(), turns);
        }
        return before.plus(cost(loop.result())).plus(turns.times(turn));
    }

    private CostRange call(CelExpr expression) {
        CelExpr.CelCall call = expression.call();
        var arguments = new ArrayList<CelExpr>();
        call.target().ifPresent(arguments::add);
        arguments.addAll(call.args());
        List<CostRange> costs = arguments.stream().map(this::cost).toList();
        CostRange all = costs.stream().reduce(CostRange.NONE, CostRange::plus);
        switch (call.function()) {
            case "_&&_", "_||_" -> {
                return new CostRange(costs.get(0).min(), costs.get(0).plus(costs.get(1)).max());
            }
            case "_?_:_" -> {
                sizes.put(expression.id(), size(arguments.get(1)).or(size(arguments.get(2))));
                return costs.get(0).plus(costs.get(1).or(costs.get(2)));
            }
            default -> {
                return all.plus(function(expression, call.function(), arguments));
            }
        }
    }

    private CostRange function(CelExpr expression, String name, List<CelExpr> arguments) {
        if (arguments.isEmpty()) {
            return CostRange.ONE;
        }
        CostRange first = size(arguments.get(0));
        CostRange second = arguments.size() > 1 ? size(arguments.get(1)) : CostRange.ONE;
        if (Costs.COMPARING.contains(name)) {
            long smaller = Math.min(first.max(), second.max());
            return new CostRange(smaller > 0 ? 1 : 0, smaller).scaled(Costs.TRAVERSAL);
        }
        if (name.equals("_+_")) {
            sizes.put(expression.id(), first.plus(second));
            CelKind kind = kind(expression);
            return kind == CelKind.STRING || kind == CelKind.BYTES || kind == CelKind.DYN
                    ? first.plus(second).scaled(Costs.TRAVERSAL) : CostRange.ONE;
        }
        if (Costs.IN.contains(name)) {
            return kind(arguments.get(1)) == CelKind.MAP ? CostRange.ONE : second;
        }
        if (Costs.SETS.containsKey(name)) {
            return first.times(second).scaled(Costs.SETS.get(name)).plus(CostRange.ONE);
        }
        if (Costs.LIST_WISE.contains(name)) {
            return listWise(arguments.get(0), first);
        }
        if (Costs.TRAVERSING.contains(name)) {
            sizes.put(expression.id(), CostRange.upTo(first.max()));
            return first.scaled(Costs.TRAVERSAL);
        }
        if (Costs.TRAVERSING_TWICE.contains(name)) {
            sizes.put(expression.id(), CostRange.upTo(first.max()));
            return first.scaled(2 * Costs.TRAVERSAL);
        }
        return special(expression, name, arguments, first, second);
    }

    private CostRange special(
            CelExpr expression, String name, List<CelExpr> arguments, CostRange first, CostRange second) {
        return switch (name) {
            case "startsWith", "endsWith", "fieldSelector", "labelSelector" -> second.scaled(Costs.TRAVERSAL);
            case "matches", "find", "findAll" -> {
                sizes.put(expression.id(), CostRange.upTo(first.max()));
                yield first.plus(CostRange.ONE).scaled(Costs.TRAVERSAL).times(second.scaled(Costs.REGEX));
            }
            case "contains" -> first.scaled(Costs.TRAVERSAL).times(second.scaled(Costs.TRAVERSAL));
            case "check" -> CostRange.exactly(Costs.ACCESS_CHECK);
            case "join" -> joined(expression, arguments, first);
            case "validate" -> second.scaled(Costs.TRAVERSAL)
                    .times(CostRange.exactly(NamedFormat.REGEX_MAX).scaled(Costs.REGEX));
            case "containsIP", "containsCIDR" -> new CostRange(1, 2).plus(kind(arguments.get(1)) == CelKind.STRING
                    ? second.scaled(Costs.TRAVERSAL) : CostRange.ONE);
            default -> CostRange.ONE;
        };
    }

    private CostRange listWise(CelExpr target, CostRange size) {
        if (kind(target) == CelKind.STRING) {
            return size.scaled(Costs.TRAVERSAL);
        }
        ExpressionType type = typeOf(target);
        boolean texts = type != null && type.element().kind() == ExpressionType.Kind.STRING;
        return texts && type.element().size() >= 0
                ? size.times(CostRange.upTo(type.element().size()).scaled(Costs.TRAVERSAL)) : size;
    }

    private CostRange joined(CelExpr expression, List<CelExpr> arguments, CostRange list) {
        ExpressionType type = typeOf(arguments.get(0));
        long element = type == null || type.element().size() < 0 ? Long.MAX_VALUE : type.element().size();
        long separator = arguments.size() > 1 ? size(arguments.get(1)).max() : 0;
        CostRange size = CostRange.upTo(CostRange.product(list.max(), CostRange.sum(element, separator)));
        sizes.put(expression.id(), size);
        return size.scaled(2 * Costs.TRAVERSAL);
    }

    private CostRange size(CelExpr expression) {
        CostRange known = sizes.get(expression.id());
        if (known != null) {
            return known;
        }
        switch (expression.exprKind().getKind()) {
            case CONSTANT -> {
                return literal(expression.constant());
            }
            case LIST -> {
                return CostRange.exactly(expression.list().elements().size());
            }
            case MAP -> {
                return CostRange.exactly(expression.map().entries().size());
            }
            default -> {
                ExpressionType type = typeOf(expression);
                if (type != null && type.size() != ExpressionType.UNKNOWN) {
                    return CostRange.upTo(type.size());
                }
                return SCALARS.contains(kind(expression)) ? CostRange.ONE : CostRange.ANY;
            }
        }
    }

    private static CostRange literal(CelConstant constant) {
        return switch (constant.getKind()) {
            case STRING_VALUE -> CostRange.exactly(Texts.length(constant.stringValue()));
            case BYTES_VALUE -> CostRange.exactly(constant.bytesValue().size());
            default -> CostRange.ONE;
        };
    }

    /** Returns what is known of a part from the variables it is read from. */
    private @Nullable ExpressionType typeOf(CelExpr expression) {
        switch (expression.exprKind().getKind()) {
            case IDENT -> {
                return named(expression);
            }
            case SELECT -> {
                ExpressionType operand = typeOf(expression.select().operand());
                return operand == null ? null : field(operand, expression.select().field());
            }
            case CALL -> {
                CelExpr.CelCall call = expression.call();
                ExpressionType operand = call.function().equals("_[_]") ? typeOf(call.args().get(0)) : null;
                return operand == null ? null : operand.element();
            }
            default -> {
                return null;
            }
        }
    }

    private @Nullable ExpressionType named(CelExpr expression) {
        String name = expression.ident().name();
        for (int i = loops.size() - 1; i >= 0; i--) {
            if (loops.get(i).containsKey(name)) {
                return loops.get(i).get(name);
            }
        }
        return variables.get(tree.getReference(expression.id()).map(CelReference::name).orElse(name));
    }

    private static @Nullable ExpressionType field(ExpressionType type, String field) {
        return switch (type.kind()) {
            case OBJECT -> type.fields().get(Identifiers.unescape(field));
            case MAP -> type.element();
            default -> null;
        };
    }
}
