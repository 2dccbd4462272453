package mortise.core.expression;

import java.util.Map;
import mortise.api.LastUsed;
import org.jspecify.annotations.Nullable;

/** Makes the compiler of an environment when it is first needed, and keeps what was compiled. Any thread. */
final class CompilerHolder {

    /** Programs that an environment keeps. */
    static final int KEPT_MAX = 256;
    private static final int SOURCE_KEPT_MAX = 16 * 1024;

    private final Environment environment;
    private final Map<String, Expression> kept = new LastUsed<>(KEPT_MAX);
    private volatile @Nullable ExpressionCompiler compiler;

    CompilerHolder(Environment environment) {
        this.environment = environment;
    }

    Expression compile(String source, ResultType expected) throws CompileException {
        Expression known = find(source);
        if (known == null) {
            known = compiler().compile(source);
            if (source.length() <= SOURCE_KEPT_MAX) {
                keep(source, known);
            }
        }
        if (!expected.allows(known.resultType())) {
            throw new CompileException(CompileException.Kind.WRONG_RESULT, expected.complaint(known.resultType()));
        }
        return known;
    }

    private synchronized @Nullable Expression find(String source) {
        return kept.get(source);
    }

    private synchronized void keep(String source, Expression expression) {
        kept.put(source, expression);
    }

    private ExpressionCompiler compiler() {
        ExpressionCompiler known = compiler;
        if (known == null) {
            synchronized (this) {
                known = compiler;
                if (known == null) {
                    known = new ExpressionCompiler(environment);
                    compiler = known;
                }
            }
        }
        return known;
    }
}
