package mortise.core.expression;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypes;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads and checks expressions. Loaded, like all that it uses of the parser library, with the first expression. */
final class ExpressionCompiler {

    private static final int CODE_POINTS_MAX = 100_000;
    private static final int NESTING_MAX = 250;

    private final Environment environment;
    private final CelCompiler compiler;

    ExpressionCompiler(Environment environment) {
        this.environment = environment;
        var types = new Types();
        CelCompilerBuilder builder = CelCompilerFactory.standardCelCompilerBuilder()
                .setOptions(options())
                .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                .addMacros(Macros.all())
                .addFunctionDeclarations(Declarations.read(Libraries.declarations(environment)));
        environment.variables().forEach((name, type) -> builder.addVar(name, types.of(type)));
        builder.setTypeProvider(types);
        compiler = builder.build();
    }

    private static CelOptions options() {
        return CelOptions.current()
                .enableReservedIds(true)
                .enableOptionalSyntax(true)
                .enableHeterogeneousNumericComparisons(true)
                .enableHiddenAccumulatorVar(true)
                .maxExpressionCodePointSize(CODE_POINTS_MAX)
                .maxParseRecursionDepth(NESTING_MAX)
                .build();
    }

    Expression compile(String source) throws CompileException {
        CelAbstractSyntaxTree tree = checked(source);
        Set<String> names = new HashSet<>();
        var planner = new Planner(tree, environment.variables(), names);
        Node root = planner.plan(tree.getExpr());
        CostRange estimate = new Estimator(tree, environment.variables()).estimate();
        return new Expression(source, shown(tree.getResultType()), estimate, Set.copyOf(names), root,
                planner.slots(), environment.variables());
    }

    private static String shown(CelType type) {
        return type.kind() == CelKind.NULL_TYPE ? "null_type" : CelTypes.format(type);
    }

    private CelAbstractSyntaxTree checked(String source) throws CompileException {
        try {
            CelValidationResult result = compiler.compile(source);
            if (result.hasError()) {
                throw invalid(Issues.shown(result.getErrors(), result.getSource()));
            }
            CelAbstractSyntaxTree tree = result.getAst();
            List<CelIssue> mixed = new Literals(tree).issues();
            if (!mixed.isEmpty()) {
                throw invalid(Issues.shown(mixed, tree.getSource()));
            }
            return tree;
        } catch (CelValidationException e) {
            throw invalid(String.valueOf(e.getMessage()));
        } catch (StackOverflowError e) {
            throw invalid("ERROR: <input>:-1:0: expression recursion limit exceeded: " + NESTING_MAX);
        }
    }

    private static CompileException invalid(String why) {
        return new CompileException(CompileException.Kind.INVALID, "compilation failed: " + why);
    }

}
