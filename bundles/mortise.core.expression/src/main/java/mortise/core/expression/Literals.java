package mortise.core.expression;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelSourceLocation;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds list and map literals that mix types; only the arguments of {@code format} may. For one thread. */
final class Literals {

    private static final Set<CelKind> ANYTHING =
            Set.of(CelKind.DYN, CelKind.ANY, CelKind.NULL_TYPE, CelKind.TYPE_PARAM, CelKind.OPAQUE, CelKind.ERROR);

    private final CelAbstractSyntaxTree tree;
    private final List<CelIssue> issues = new ArrayList<>();

    Literals(CelAbstractSyntaxTree tree) {
        this.tree = tree;
    }

    List<CelIssue> issues() {
        walk(tree.getExpr());
        return issues;
    }

    private void walk(CelExpr expression) {
        switch (expression.exprKind().getKind()) {
            case SELECT -> walk(expression.select().operand());
            case CALL -> call(expression.call());
            case LIST -> {
                expression.list().elements().forEach(this::walk);
                same(expression.list().elements());
            }
            case MAP -> map(expression.map());
            case COMPREHENSION -> {
                CelExpr.CelComprehension loop = expression.comprehension();
                List.of(loop.iterRange(), loop.accuInit(), loop.loopCondition(), loop.loopStep(), loop.result())
                        .forEach(this::walk);
            }
            default -> { }
        }
    }

    private void call(CelExpr.CelCall call) {
        call.target().ifPresent(this::walk);
        if (!call.function().equals("format")) {
            call.args().forEach(this::walk);
        }
    }

    private void map(CelExpr.CelMap map) {
        List<CelExpr> keys = map.entries().stream().map(CelExpr.CelMap.Entry::key).toList();
        List<CelExpr> values = map.entries().stream().map(CelExpr.CelMap.Entry::value).toList();
        keys.forEach(this::walk);
        values.forEach(this::walk);
        same(keys);
        same(values);
    }

    private void same(List<CelExpr> parts) {
        CelType first = null;
        for (CelExpr part : parts) {
            CelType type = known(part);
            if (type == null) {
                continue;
            }
            if (first == null) {
                first = type;
            } else if (type.kind() != first.kind()) {
                issues.add(CelIssue.formatError(part.id(), location(part), "expected type '" + CelTypes.format(first)
                        + "' but found '" + CelTypes.format(type) + "'"));
                return;
            }
        }
    }

    private @Nullable CelType known(CelExpr part) {
        return tree.getType(part.id()).filter(type -> !ANYTHING.contains(type.kind())).orElse(null);
    }

    private CelSourceLocation location(CelExpr part) {
        Integer offset = tree.getSource().getPositionsMap().get(part.id());
        return offset == null ? CelSourceLocation.NONE
                : tree.getSource().getOffsetLocation(offset).orElse(CelSourceLocation.NONE);
    }
}
