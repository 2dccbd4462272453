package mortise.ops.storetool;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import mortise.spi.storage.StoreData;
import mortise.spi.storage.StoreTarget;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * {@code mortise restore}: makes a store of a backup, where there is none. Its revision is ahead of the backup's, and
 * its history begins there: whoever had seen a later state than the backup's is told that it is gone, and lists anew.
 */
@Component(service = ToIntFunction.class, configurationPid = "mortise.ops.storetool",
        property = VerifyCommand.COMMAND + "=restore")
public final class RestoreCommand implements ToIntFunction<Consumer<String>> {

    private final ToolConfig config;
    private final Backends backends;

    /** Makes the command of the configured backend and directory. */
    @Activate
    public RestoreCommand(ToolConfig config, @Reference List<Map.Entry<Map<String, Object>, StoreData>> backends) {
        this.config = config;
        this.backends = new Backends(backends);
    }

    @Override
    public int applyAsInt(Consumer<String> out) {
        if (config.backup_dir().isBlank()) {
            throw new IllegalArgumentException("restore needs --backup-dir, the directory to read");
        }
        var reader = new BackupReader(Path.of(config.backup_dir()), InstantSource.system());
        BackupManifest manifest = reader.manifest();
        out.accept("backup of " + manifest.backend() + " of " + manifest.created() + ", revision "
                + manifest.revision() + ", checksums agree");
        try (StoreTarget target = backends.named(config.storage_backend(), "--storage-backend").fill()) {
            var progress = new Progress(out, "values restored", manifest.values(), target::settle);
            reader.forEach((value, lifetimeSeconds) -> {
                target.put(value, lifetimeSeconds);
                progress.step();
            });
            progress.end();
            long wanted = manifest.revision() + (target.keepsRevisions() ? config.revision_bump() : 0);
            Revisions.finish(target, wanted, out);
        }
        return 0;
    }
}
