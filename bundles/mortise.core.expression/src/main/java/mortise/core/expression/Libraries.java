package mortise.core.expression;

/** All functions, and how those beyond the standard ones are declared. */
final class Libraries {

    private static final Registry REGISTRY = registry();

    private Libraries() {
    }

    private static Registry registry() {
        var registry = new Registry();
        Arithmetic.register(registry);
        Conversions.register(registry);
        TimeFunctions.register(registry);
        StringFunctions.register(registry);
        TextFormat.register(registry);
        RegexFunctions.register(registry);
        ListFunctions.register(registry);
        SetFunctions.register(registry);
        OptionalFunctions.register(registry);
        QuantityFunctions.register(registry);
        Url.register(registry);
        NetFunctions.register(registry);
        Semver.register(registry);
        NamedFormat.register(registry);
        Authority.register(registry);
        return registry;
    }

    static Function function(String name) {
        return REGISTRY.function(name);
    }

    static boolean has(String name) {
        return REGISTRY.has(name);
    }

    /** Returns the declarations that an environment adds to the standard ones. */
    static String declarations(Environment environment) {
        var lines = new StringBuilder();
        lines.append(StringFunctions.DECLARED).append(TextFormat.DECLARED).append(RegexFunctions.DECLARED)
                .append(ListFunctions.DECLARED).append(SetFunctions.DECLARED).append(OptionalFunctions.DECLARED)
                .append(QuantityFunctions.DECLARED).append(Url.DECLARED).append(NetFunctions.DECLARED)
                .append(NamedFormat.DECLARED);
        if (environment.has(Environment.Feature.SEMVER)) {
            lines.append(Semver.DECLARED);
        }
        if (environment.has(Environment.Feature.AUTHORIZER)) {
            lines.append(Authority.DECLARED);
        }
        return lines.toString();
    }
}
