package mortise.core.http;

import java.util.Optional;
import java.util.function.Supplier;
import mortise.core.http.plugin.PluginSnapshot;
import mortise.spi.operations.HealthCheck;

/**
 * Whether the file is in force that says who is asked about requests. While there is none nobody is let through, so the
 * server is not ready; while an earlier one is in force the page says so, and nothing fails.
 */
final class OrderCheck implements HealthCheck {

    /** Name of the check. */
    static final String CHECK = "authorization-config";

    private final Supplier<PluginSnapshot> plugins;

    OrderCheck(Supplier<PluginSnapshot> plugins) {
        this.plugins = plugins;
    }

    @Override
    public Optional<String> failure() {
        return plugins.get().authorizerOrder().isPresent() ? Optional.empty()
                : Optional.of("nobody reads the file that says who is asked");
    }

    @Override
    public Optional<String> warning() {
        return plugins.get().authorizerOrder().filter(order -> order.service().isOutdated())
                .map(order -> "the file cannot be used, an earlier one is in force");
    }
}
