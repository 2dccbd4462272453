package mortise.ops.storetool;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import mortise.spi.storage.StoreData;
import mortise.spi.storage.StoreSource;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code mortise backup}: everything that is stored, at one revision, while a server runs or not. */
@Component(service = ToIntFunction.class, configurationPid = "mortise.ops.storetool",
        property = VerifyCommand.COMMAND + "=backup")
public final class BackupCommand implements ToIntFunction<Consumer<String>> {

    private final ToolConfig config;
    private final Backends backends;

    /** Makes the command of the configured backend and directory. */
    @Activate
    public BackupCommand(ToolConfig config, @Reference List<Map.Entry<Map<String, Object>, StoreData>> backends) {
        this.config = config;
        this.backends = new Backends(backends);
    }

    @Override
    public int applyAsInt(Consumer<String> out) {
        if (config.backup_dir().isBlank()) {
            throw new IllegalArgumentException("backup needs --backup-dir, the directory to make");
        }
        Path directory = Path.of(config.backup_dir());
        try (StoreSource source = backends.named(config.storage_backend(), "--storage-backend").read();
                BackupWriter writer = new BackupWriter(directory, InstantSource.system())) {
            out.accept("saving " + config.storage_backend() + " at revision " + source.revision());
            var order = new RevisionOrder(source);
            var progress = new Progress(out, "values saved", order.size());
            order.forEach(value -> {
                writer.add(value, source.lifetimeSeconds(value));
                progress.step();
            });
            progress.end();
            writer.finish(config.storage_backend(), source.revision());
        }
        out.accept("made " + directory);
        return 0;
    }
}
