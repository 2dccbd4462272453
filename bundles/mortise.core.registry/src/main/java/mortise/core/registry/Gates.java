package mortise.core.registry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.spi.operations.FeatureGates;
import mortise.spi.operations.MetricFamily;
import org.jspecify.annotations.Nullable;

/** The feature gates as {@code --feature-gates} sets them. Immutable. */
final class Gates implements FeatureGates {

    static final String LIST_FROM_SNAPSHOT = "ListFromCacheSnapshot";
    static final String WATCH_LIST = "WatchList";

    private static final String ALL_ALPHA = "AllAlpha";
    private static final String ALL_BETA = "AllBeta";

    private enum Stage { ALPHA, BETA, STABLE }

    private record Gate(Stage stage, boolean enabled) {
    }

    private static final Map<String, Gate> KNOWN = Map.of(
            "APIResponseCompression", new Gate(Stage.BETA, true),
            "AllowUnsafeMalformedObjectDeletion", new Gate(Stage.ALPHA, false),
            "AuthorizePodWebsocketUpgradeCreatePermission", new Gate(Stage.BETA, true),
            "AuthorizeWithSelectors", new Gate(Stage.STABLE, true),
            "CBORServingAndStorage", new Gate(Stage.ALPHA, false),
            "ConstrainedImpersonation", new Gate(Stage.BETA, true),
            LIST_FROM_SNAPSHOT, new Gate(Stage.BETA, true),
            "StructuredAuthenticationConfiguration", new Gate(Stage.STABLE, true),
            WATCH_LIST, new Gate(Stage.BETA, true));

    private final Map<String, Boolean> enabled;

    private Gates(Map<String, Boolean> enabled) {
        this.enabled = Map.copyOf(enabled);
    }

    /**
     * Reads {@code A=true,B=false}; later entries win, single gates win over {@code AllAlpha} and {@code AllBeta}.
     *
     * @throws IllegalArgumentException when a gate is unknown, locked, or its value is not a boolean
     */
    static Gates parse(String text) {
        Map<String, Boolean> set = Settings.parse(text, "feature gate", false);
        set.keySet().forEach(Gates::requireKnown);
        var enabled = new LinkedHashMap<String, Boolean>();
        KNOWN.forEach((name, gate) -> enabled.put(name, set.getOrDefault(name, byStage(gate, set))));
        KNOWN.forEach((name, gate) -> {
            if (gate.stage() == Stage.STABLE && !enabled.getOrDefault(name, true)) {
                throw new IllegalArgumentException(
                        "cannot set feature gate " + name + " to false, feature is locked to true");
            }
        });
        return new Gates(enabled);
    }

    private static void requireKnown(String name) {
        if (!KNOWN.containsKey(name) && !name.equals(ALL_ALPHA) && !name.equals(ALL_BETA)) {
            throw new IllegalArgumentException("unrecognized feature gate: " + name);
        }
    }

    private static boolean byStage(Gate gate, Map<String, Boolean> set) {
        return switch (gate.stage()) {
            case ALPHA -> set.getOrDefault(ALL_ALPHA, gate.enabled());
            case BETA -> set.getOrDefault(ALL_BETA, gate.enabled());
            case STABLE -> gate.enabled();
        };
    }

    @Override
    public boolean enabled(String gate) {
        @Nullable Boolean on = enabled.get(gate);
        if (on == null) {
            throw new IllegalArgumentException("there is no feature gate " + gate);
        }
        return on;
    }

    /** Returns the family of all gates. */
    MetricFamily metric() {
        var samples = new ArrayList<MetricFamily.Sample>();
        KNOWN.forEach((name, gate) -> {
            String stage = gate.stage() == Stage.STABLE ? "" : gate.stage().name();
            samples.add(new MetricFamily.Value(List.of(name, stage), enabled(name) ? 1 : 0));
        });
        return new MetricFamily("kubernetes_feature_enabled", MetricFamily.Type.GAUGE, MetricFamily.Stability.BETA,
                "1 for each optional behaviour that is on, 0 for each that is off.", List.of("name", "stage"), samples);
    }
}
