package mortise.storage.encryption;

import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import mortise.spi.operations.HealthCheck;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreDecorator;
import mortise.spi.storage.StoredResources;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Encrypts what is stored as a file says, and looks at the file again from time to time when it shall. A file that
 * became wrong changes nothing; the log says so, and so does the health check until it is right again.
 */
@Component(
        name = "mortise.storage.encryption",
        service = {StoreDecorator.class, HealthCheck.class},
        configurationPolicy = ConfigurationPolicy.REQUIRE,
        property = {
            StoreDecorator.NAME + "=" + StoreDecorator.ENCRYPTION,
            HealthCheck.NAME + "=encryption-provider-config",
            HealthCheck.ENDPOINTS + "=readyz"})
@Designate(ocd = EncryptionConfig.class)
public final class EncryptionDecorator implements StoreDecorator, HealthCheck {

    private static final Logger LOG = LoggerFactory.getLogger(EncryptionDecorator.class);
    private static final long LOOK_SECONDS = 2;

    private final Path file;
    private final @Nullable ScheduledExecutorService timer;
    private final List<WeakReference<EncryptedStore>> stores = new ArrayList<>(); // guarded by this
    private final KeyServices keyServices;
    private String contentSeen; // fingerprint; guarded by this
    private List<KmsSettings> named; // guarded by this
    private EncryptionRules rules; // guarded by this
    private volatile String problem = "";

    /**
     * Reads the file.
     *
     * @throws IllegalArgumentException when the file is not named, cannot be read or has a mistake in it
     */
    @Activate
    public EncryptionDecorator(EncryptionConfig config, @Reference KeyServices keyServices) {
        this.keyServices = keyServices;
        if (config.encryption_provider_config().isBlank()) {
            throw new IllegalArgumentException("encryption.provider.config: no file is named");
        }
        file = Path.of(config.encryption_provider_config());
        try {
            byte[] content = EncryptionFile.bytes(file);
            var reader = new ProviderReader(keyServices::open);
            rules = EncryptionFile.parse(content, reader);
            named = reader.named();
            contentSeen = Fingerprint.of(content);
            keyServices.onRecovery(this::readAgain);
        } catch (IllegalArgumentException e) {
            keyServices.retain(Set.of());
            throw new IllegalArgumentException("encryption.provider.config: " + e.getMessage(), e);
        }
        timer = config.encryption_provider_config_automatic_reload() ? timer() : null;
        if (timer != null) {
            timer.scheduleWithFixedDelay(this::look, LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
        }
    }

    private static ScheduledExecutorService timer() {
        return Executors.newSingleThreadScheduledExecutor(work -> {
            var thread = new Thread(work, "mortise-encryption-reload");
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public synchronized Store decorate(Store store, StoredResources resources) {
        var encrypted = new EncryptedStore(store, resources, rules);
        stores.removeIf(known -> known.get() == null);
        stores.add(new WeakReference<>(encrypted));
        return encrypted;
    }

    /** Looks whether the file has changed, and does as it says when it is right. Never throws. */
    public void look() {
        try {
            reload();
        } catch (RuntimeException e) {
            // The message of a mistake in the file tells no secret; that of another failure might.
            String now = e instanceof IllegalArgumentException
                    ? String.valueOf(e.getMessage()) : e.getClass().getName();
            if (!now.equals(problem)) {
                LOG.error("encryption.provider.config: {}: {}; what was read before stays in use", file, now);
            }
            problem = now;
        }
    }

    private synchronized void reload() {
        byte[] next = EncryptionFile.bytes(file);
        // An empty file has no fingerprint, and is a mistake anyway.
        if (next.length == 0 || !Fingerprint.of(next).equals(contentSeen)) {
            EncryptionRules parsed = parsed(next);
            contentSeen = Fingerprint.of(next);
            rules = parsed;
            use(parsed);
            LOG.info("encryption.provider.config: {} has changed and is in use", file);
        }
        problem = "";
    }

    /** Reads a file whose new key services are well; otherwise none of them stays open. */
    private EncryptionRules parsed(byte[] content) {
        Set<KmsSettings> before = keyServices.open();
        var reader = new ProviderReader(keyServices::open);
        try {
            EncryptionRules parsed = EncryptionFile.parse(content, reader);
            keyServices.requireWell(before);
            named = reader.named();
            return parsed;
        } catch (IllegalArgumentException e) {
            keyServices.retain(before);
            throw e;
        }
    }

    private void use(EncryptionRules now) {
        for (WeakReference<EncryptedStore> known : stores) {
            EncryptedStore store = known.get();
            if (store != null) {
                store.use(now);
            }
        }
        keyServices.retain(named);
    }

    /** Has read anew what could not be read while a key service was away. */
    private synchronized void readAgain() {
        use(rules);
    }

    @Override
    public Optional<String> failure() {
        return problem.isEmpty() ? Optional.empty() : Optional.of(file + ": " + problem);
    }

    /** Looks no more. */
    @Deactivate
    public void deactivate() {
        keyServices.onRecovery(() -> { });
        if (timer != null) {
            timer.shutdownNow();
        }
    }
}
