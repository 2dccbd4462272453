package mortise.core.expression;

import com.google.common.collect.ImmutableList;
import dev.cel.common.ast.CelExpr;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelMacroExprFactory;
import java.util.List;
import java.util.Optional;

/** Macros beyond the standard ones: optional values, and loops over two variables. */
final class Macros {

    private static final int FILTERED = 4;
    private static final int PLAIN = 3;

    /** Makes one step of a loop out of the accumulator and the arguments of a macro. */
    @FunctionalInterface
    private interface Step {
        CelExpr of(CelMacroExprFactory make, CelExpr accumulator, CelExpr body, CelExpr key);
    }

    private Macros() {
    }

    static List<CelMacro> all() {
        return List.of(
                CelMacro.newReceiverMacro("optMap", 2, (make, target, args) -> optional(make, target, args, true)),
                CelMacro.newReceiverMacro(
                        "optFlatMap", 2, (make, target, args) -> optional(make, target, args, false)),
                CelMacro.newReceiverMacro("all", PLAIN, Macros::all),
                CelMacro.newReceiverMacro("exists", PLAIN, Macros::exists),
                CelMacro.newReceiverMacro("existsOne", PLAIN, Macros::existsOne),
                CelMacro.newReceiverMacro("exists_one", PLAIN, Macros::existsOne),
                transform("transformList", PLAIN), transform("transformList", FILTERED),
                transform("transformMap", PLAIN), transform("transformMap", FILTERED),
                transform("transformMapEntry", PLAIN), transform("transformMapEntry", FILTERED));
    }

    private static boolean isName(CelExpr expression) {
        return expression.exprKind().getKind() == CelExpr.ExprKind.Kind.IDENT;
    }

    private static Optional<CelExpr> optional(
            CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> args, boolean wrapped) {
        CelExpr name = args.get(0);
        if (!isName(name)) {
            return Optional.of(make.reportError("optMap() variable name must be a simple identifier"));
        }
        String variable = name.ident().name();
        CelExpr bound = make.fold("#unused", make.newList(), variable,
                make.newReceiverCall("value", make.copy(target)), make.newBoolLiteral(false),
                make.newIdentifier(variable), args.get(1));
        return Optional.of(make.newGlobalCall("_?_:_", make.newReceiverCall("hasValue", target),
                wrapped ? make.newGlobalCall("optional.of", bound) : bound, make.newGlobalCall("optional.none")));
    }

    /** Returns what is wrong with the names of a loop over two variables. */
    private static Optional<CelExpr> fault(CelMacroExprFactory make, ImmutableList<CelExpr> args) {
        if (!isName(args.get(0)) || !isName(args.get(1))) {
            return Optional.of(make.reportError("argument must be a simple name"));
        }
        return args.get(0).ident().name().equals(args.get(1).ident().name())
                ? Optional.of(make.reportError("duplicate variable name: " + args.get(1).ident().name()))
                : Optional.empty();
    }

    private static CelExpr loop(CelMacroExprFactory make, CelExpr range, ImmutableList<CelExpr> args, CelExpr init,
            CelExpr condition, CelExpr step, CelExpr result) {
        return make.fold(args.get(0).ident().name(), args.get(1).ident().name(), range,
                make.getAccumulatorVarName(), init, condition, step, result);
    }

    private static CelExpr accumulator(CelMacroExprFactory make) {
        return make.newIdentifier(make.getAccumulatorVarName());
    }

    private static Optional<CelExpr> all(CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> args) {
        return fault(make, args).or(() -> Optional.of(loop(make, target, args, make.newBoolLiteral(true),
                make.newGlobalCall("@not_strictly_false", accumulator(make)),
                make.newGlobalCall("_&&_", accumulator(make), args.get(2)), accumulator(make))));
    }

    private static Optional<CelExpr> exists(CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> args) {
        return fault(make, args).or(() -> Optional.of(loop(make, target, args, make.newBoolLiteral(false),
                make.newGlobalCall("@not_strictly_false", make.newGlobalCall("!_", accumulator(make))),
                make.newGlobalCall("_||_", accumulator(make), args.get(2)), accumulator(make))));
    }

    private static Optional<CelExpr> existsOne(
            CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> args) {
        return fault(make, args).or(() -> Optional.of(loop(make, target, args, make.newIntLiteral(0),
                make.newBoolLiteral(true),
                make.newGlobalCall("_?_:_", args.get(2),
                        make.newGlobalCall("_+_", accumulator(make), make.newIntLiteral(1)), accumulator(make)),
                make.newGlobalCall("_==_", accumulator(make), make.newIntLiteral(1)))));
    }

    private static CelMacro transform(String name, int arguments) {
        Step step = switch (name) {
            case "transformList" -> (make, accumulator, body, key) ->
                    make.newGlobalCall("_+_", accumulator, make.newList(body));
            case "transformMap" -> (make, accumulator, body, key) ->
                    make.newGlobalCall("cel.@mapInsert", accumulator, key, body);
            default -> (make, accumulator, body, key) -> make.newGlobalCall("cel.@mapInsert", accumulator, body);
        };
        return CelMacro.newReceiverMacro(name, arguments, (make, target, args) -> fault(make, args).or(() -> {
            CelExpr key = make.newIdentifier(args.get(0).ident().name());
            CelExpr next = step.of(make, accumulator(make), args.get(arguments - 1), key);
            if (arguments == FILTERED) {
                next = make.newGlobalCall("_?_:_", args.get(2), next, accumulator(make));
            }
            CelExpr init = name.equals("transformList") ? make.newList() : make.newMap();
            return Optional.of(loop(make, target, args, init, make.newBoolLiteral(true), next, accumulator(make)));
        }));
    }
}
