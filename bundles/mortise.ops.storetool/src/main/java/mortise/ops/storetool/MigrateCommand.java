package mortise.ops.storetool;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import mortise.spi.storage.StoreData;
import mortise.spi.storage.StoreSource;
import mortise.spi.storage.StoreTarget;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code mortise migrate}: copies everything from one backend into another that has no data. */
@Component(service = ToIntFunction.class, configurationPid = "mortise.ops.storetool",
        property = VerifyCommand.COMMAND + "=migrate")
public final class MigrateCommand implements ToIntFunction<Consumer<String>> {

    private final ToolConfig config;
    private final Backends backends;

    /** Makes the command of the configured backends. */
    @Activate
    public MigrateCommand(ToolConfig config, @Reference List<Map.Entry<Map<String, Object>, StoreData>> backends) {
        this.config = config;
        this.backends = new Backends(backends);
    }

    @Override
    public int applyAsInt(Consumer<String> out) {
        if (config.from().equals(config.to())) {
            throw new IllegalArgumentException("migrate needs --from and --to, two different backends");
        }
        StoreData from = backends.named(config.from(), "--from");
        StoreData to = backends.named(config.to(), "--to");
        try (StoreSource source = from.read(); StoreTarget target = to.fill()) {
            out.accept("copying " + config.from() + " at revision " + source.revision() + " to " + config.to());
            var order = new RevisionOrder(source);
            var progress = new Progress(out, "values copied", order.size(), target::settle);
            order.forEach(value -> {
                target.put(value, source.lifetimeSeconds(value));
                progress.step();
            });
            progress.end();
            Revisions.finish(target, source.revision(), out);
        }
        return 0;
    }
}
