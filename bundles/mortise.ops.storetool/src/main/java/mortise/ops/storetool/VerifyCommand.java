package mortise.ops.storetool;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import mortise.spi.storage.StoreData;
import mortise.spi.storage.StoreSource;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;

/** {@code mortise verify}: whether what is stored is whole. Returns 0 when it is, 1 when not. Changes nothing. */
@Component(service = ToIntFunction.class, configurationPid = "mortise.ops.storetool",
        property = VerifyCommand.COMMAND + "=verify")
@Designate(ocd = ToolConfig.class)
public final class VerifyCommand implements ToIntFunction<Consumer<String>> {

    /** Service property by which the launcher finds a command. */
    static final String COMMAND = "mortise.command";

    private final ToolConfig config;
    private final Backends backends;

    /** Makes the command of the configured backend. */
    @Activate
    public VerifyCommand(ToolConfig config, @Reference List<Map.Entry<Map<String, Object>, StoreData>> backends) {
        this.config = config;
        this.backends = new Backends(backends);
    }

    @Override
    public int applyAsInt(Consumer<String> out) {
        var problems = new AtomicLong();
        Consumer<String> report = problem -> {
            problems.incrementAndGet();
            out.accept("PROBLEM " + problem);
        };
        try (StoreSource source = backends.named(config.storage_backend(), "--storage-backend").read()) {
            out.accept("store at revision " + source.revision());
            out.accept(source.check(report) + " records compared");
            var check = new ValueCheck();
            var progress = new Progress(out, "values read", 0);
            RevisionOrder.pages(source, value -> {
                check.problem(value).ifPresent(report);
                progress.step();
            });
            progress.end();
            out.accept(check.binary() + " of them in Protobuf, " + check.encrypted()
                    + " encrypted; these were not looked into");
        }
        out.accept(problems.get() == 0 ? "no problem found" : problems + " problems found");
        return problems.get() == 0 ? 0 : 1;
    }
}
