package mortise.core.expression;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns a checked tree of the parser library into nodes. For one expression and one thread. */
final class Planner {

    /** A variable of a loop, and the slot in which it stands. */
    private record Local(String name, int slot) {
    }

    private final CelAbstractSyntaxTree tree;
    private final Map<String, ExpressionType> variables;
    private final Set<String> used;
    private final List<Local> locals = new ArrayList<>();
    private int slots;

    Planner(CelAbstractSyntaxTree tree, Map<String, ExpressionType> variables, Set<String> used) {
        this.tree = tree;
        this.variables = variables;
        this.used = used;
    }

    /** Returns how many variables of loops there are. */
    int slots() {
        return slots;
    }

    Node plan(CelExpr expression) {
        return switch (expression.exprKind().getKind()) {
            case CONSTANT -> constant(expression.constant());
            case IDENT -> name(expression);
            case SELECT -> select(expression);
            case CALL -> call(expression);
            case LIST -> list(expression.list());
            case MAP -> map(expression.map());
            case COMPREHENSION -> loop(expression.comprehension());
            default -> throw new IllegalStateException("no plan for " + expression.exprKind().getKind());
        };
    }

    private static Node constant(CelConstant constant) {
        Object value = switch (constant.getKind()) {
            case BOOLEAN_VALUE -> constant.booleanValue();
            case INT64_VALUE -> constant.int64Value();
            case UINT64_VALUE -> new Unsigned(constant.uint64Value().longValue());
            case DOUBLE_VALUE -> constant.doubleValue();
            case STRING_VALUE -> constant.stringValue();
            case BYTES_VALUE -> new Bytes(constant.bytesValue().toByteArray());
            default -> Null.NULL;
        };
        Object plain = value == Null.NULL ? null : value;
        return frame -> plain;
    }

    /** Stands for null where Java wants an object. */
    private enum Null { NULL }

    private Node name(CelExpr expression) {
        String name = tree.getReference(expression.id()).map(CelReference::name).filter(found -> !found.isEmpty())
                .orElse(expression.ident().name());
        for (int i = locals.size() - 1; i >= 0; i--) {
            Local local = locals.get(i);
            if (local.name().equals(expression.ident().name())) {
                return frame -> {
                    frame.charge(Costs.SELECT);
                    return Logic.settled(frame.slot(local.slot()));
                };
            }
        }
        if (variables.containsKey(name)) {
            used.add(name);
            return frame -> {
                frame.charge(Costs.SELECT);
                return frame.variable(name);
            };
        }
        var type = new TypeValue(name);
        return frame -> {
            frame.charge(Costs.SELECT);
            return type;
        };
    }

    private Node select(CelExpr expression) {
        Node operand = plan(expression.select().operand());
        String field = expression.select().field();
        if (expression.select().testOnly()) {
            return frame -> Access.has(operand.evaluate(frame), field);
        }
        return frame -> {
            Object value = operand.evaluate(frame);
            frame.charge(Costs.SELECT);
            return Access.select(value, field);
        };
    }

    private Node call(CelExpr expression) {
        CelExpr.CelCall call = expression.call();
        List<Node> nodes = new ArrayList<>();
        call.target().ifPresent(target -> nodes.add(plan(target)));
        call.args().forEach(argument -> nodes.add(plan(argument)));
        Node[] arguments = nodes.toArray(Node[]::new);
        return switch (call.function()) {
            case "_&&_" -> Logic.and(arguments[0], arguments[1]);
            case "_||_" -> Logic.or(arguments[0], arguments[1]);
            case "_?_:_" -> Logic.choose(arguments[0], arguments[1], arguments[2]);
            case "@not_strictly_false", "__not_strictly_false__" -> Logic.notStrictlyFalse(arguments[0]);
            case "_[_]" -> charged(arguments, Access::index);
            case "_[?_]" -> charged(arguments, Access::optionalIndex);
            case "_?._" -> charged(arguments, Access::optionalSelect);
            case "or" -> Logic.orOptional(arguments[0], arguments[1]);
            case "orValue" -> Logic.orValue(arguments[0], arguments[1]);
            default -> apply(call.function(), arguments);
        };
    }

    /** Takes two values and gives one. */
    @FunctionalInterface
    private interface Binary {
        @Nullable Object apply(@Nullable Object a, @Nullable Object b);
    }

    private static Node charged(Node[] arguments, Binary operation) {
        return frame -> {
            Object first = arguments[0].evaluate(frame);
            Object second = arguments[1].evaluate(frame);
            frame.charge(Costs.SELECT);
            return operation.apply(first, second);
        };
    }

    private static Node apply(String name, Node[] arguments) {
        Function function = Libraries.function(name);
        return frame -> {
            var values = new @Nullable Object[arguments.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = arguments[i].evaluate(frame);
            }
            // Before the work is done, for a work that is too expensive must not be begun.
            frame.charge(Costs.before(name, values));
            Object result = function.apply(values);
            frame.charge(Costs.after(name, result));
            return result;
        };
    }

    private Node list(CelExpr.CelList list) {
        Node[] elements = list.elements().stream().map(this::plan).toArray(Node[]::new);
        Set<Integer> optional = Set.copyOf(list.optionalIndices());
        return frame -> {
            var values = new ArrayList<@Nullable Object>(elements.length);
            for (int i = 0; i < elements.length; i++) {
                Object value = elements[i].evaluate(frame);
                if (!optional.contains(i)) {
                    values.add(value);
                } else if (!(value instanceof OptionalValue maybe)) {
                    throw Fault.noSuchOverload();
                } else if (maybe.present()) {
                    values.add(maybe.value());
                }
            }
            frame.charge(Costs.LIST);
            return values;
        };
    }

    private Node map(CelExpr.CelMap map) {
        record Entry(Node key, Node value, boolean optional) { }
        List<Entry> entries = map.entries().stream()
                .map(entry -> new Entry(plan(entry.key()), plan(entry.value()), entry.optionalEntry())).toList();
        return frame -> {
            var values = new MapValue();
            for (Entry entry : entries) {
                Object key = entry.key().evaluate(frame);
                Object value = entry.value().evaluate(frame);
                if (entry.optional() && value instanceof OptionalValue maybe) {
                    if (!maybe.present()) {
                        continue;
                    }
                    value = maybe.value();
                }
                values.insert(key, value);
            }
            frame.charge(Costs.MAP);
            return values;
        };
    }

    private Node loop(CelExpr.CelComprehension loop) {
        Node range = plan(loop.iterRange());
        Node init = plan(loop.accuInit());
        int depth = locals.size();
        Local accumulator = enter(loop.accuVar());
        // The result may not see the variables of the loop, but it is of one place with the accumulator.
        Node result = plan(loop.result());
        Local first = enter(loop.iterVar());
        Local second = loop.iterVar2().isEmpty() ? first : enter(loop.iterVar2());
        Node condition = plan(loop.loopCondition());
        Node step = plan(loop.loopStep());
        while (locals.size() > depth) {
            locals.remove(locals.size() - 1);
        }
        return new Loop(range, init, accumulator.slot(), first.slot(), second.slot(),
                !loop.iterVar2().isEmpty(), condition, step, result);
    }

    private Local enter(String name) {
        var local = new Local(name, slots++);
        locals.add(local);
        return local;
    }
}
