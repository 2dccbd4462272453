package mortise.core.expression;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What expressions of a field may name: variables, and libraries beyond those that are always there. Immutable; any
 * thread. The compiler is made with the first expression, which takes some tenths of a second once; compiled
 * expressions are kept, a bounded number of them.
 */
public final class Environment {

    /** Libraries that not every field has. */
    public enum Feature {
        /** Functions of {@code authorizer}. */
        AUTHORIZER,
        /** Versions such as {@code 1.2.3}. */
        SEMVER
    }

    private final Map<String, ExpressionType> variables;
    private final Set<Feature> features;
    private final CompilerHolder compiler = new CompilerHolder(this);

    private Environment(Map<String, ExpressionType> variables, Set<Feature> features) {
        this.variables = variables;
        this.features = features;
    }

    /** Collects variables and libraries. For one thread. */
    public static final class Builder {

        private final Map<String, ExpressionType> variables = new LinkedHashMap<>();
        private final Set<Feature> features = EnumSet.allOf(Feature.class);

        private Builder() {
        }

        /** Adds a variable. */
        public Builder variable(String name, ExpressionType type) {
            variables.put(name, type);
            return this;
        }

        /** Leaves a library out. */
        public Builder without(Feature feature) {
            features.remove(feature);
            return this;
        }

        /** Returns the environment. */
        public Environment build() {
            return new Environment(new LinkedHashMap<>(variables), Set.copyOf(features));
        }
    }

    /** Returns a builder without variables and with all libraries. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder that starts with what this environment has. */
    public Builder toBuilder() {
        var builder = new Builder();
        builder.variables.putAll(variables);
        builder.features.retainAll(features);
        return builder;
    }

    /**
     * Compiles an expression, or finds it among those compiled before.
     *
     * @throws CompileException when it cannot be used
     */
    public Expression compile(String source, ResultType expected) throws CompileException {
        return compiler.compile(source, expected);
    }

    Map<String, ExpressionType> variables() {
        return variables;
    }

    boolean has(Feature feature) {
        return features.contains(feature);
    }
}
