package mortise.ops.audit.webhook;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import mortise.api.GoDuration;
import mortise.core.audit.AuditLosses;
import mortise.core.audit.AuditQueue;
import mortise.core.audit.AuditText;
import mortise.core.kubeconfig.ClientSettings;
import mortise.core.kubeconfig.KubeconfigClient;
import mortise.core.kubeconfig.KubeconfigException;
import mortise.spi.operations.AuditEvent;
import mortise.spi.operations.AuditSink;
import mortise.spi.operations.ServerNames;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends events to another server, at once or by way of a queue. Any thread. */
@Component(name = "mortise.ops.audit.webhook", service = AuditSink.class,
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = AuditWebhookConfig.class)
public final class AuditWebhook implements AuditSink {

    private static final Logger LOG = LoggerFactory.getLogger(AuditWebhook.class);

    private static final String PART = "webhook";
    /** A server that is down is told about this often, not for every event. */
    private static final long COMPLAINT_NANOS = Duration.ofSeconds(10).toNanos();

    private final Delivery delivery;
    private final Senders senders = new Senders();
    private final AuditLosses losses;
    private final boolean strict;
    private final int eventBytesMax;
    private final @Nullable AuditQueue queue;
    private final AtomicLong complainedAt = new AtomicLong(System.nanoTime() - COMPLAINT_NANOS);

    /**
     * Reads the kubeconfig; the server is called when there is something to tell.
     *
     * @throws IllegalArgumentException when a setting or the file cannot be used, with one line for people
     */
    @Activate
    public AuditWebhook(AuditWebhookConfig config, @Reference ServerNames names, @Reference AuditLosses losses) {
        this.losses = losses;
        strict = config.audit_webhook_mode().equals("blocking-strict");
        eventBytesMax = config.audit_webhook_truncate_enabled()
                ? config.audit_webhook_truncate_max_event_size() : Integer.MAX_VALUE;
        Duration pause = GoDuration.setting("audit.webhook.initial.backoff", config.audit_webhook_initial_backoff());
        AuditQueue.Settings batches = batches(config);
        delivery = new Delivery(client(config.audit_webhook_config_file().strip(), names), pause);
        queue = config.audit_webhook_mode().equals("batch")
                ? new AuditQueue("mortise-audit-webhook", batches, batch -> senders.send(() -> send(batch))) : null;
        losses.count(PART, 0);
    }

    private static KubeconfigClient client(String file, ServerNames names) {
        if (file.isEmpty()) {
            throw new IllegalArgumentException("audit.webhook.config.file: no file is named");
        }
        try {
            return KubeconfigClient.open(Path.of(file), ClientSettings.DEFAULT.withApiDomain(names.apiDomain()));
        } catch (KubeconfigException | InvalidPathException unusable) {
            throw new IllegalArgumentException("audit.webhook.config.file: " + unusable.getMessage(), unusable);
        }
    }

    private static AuditQueue.Settings batches(AuditWebhookConfig config) {
        boolean throttled =
                config.audit_webhook_batch_throttle_enable() && config.audit_webhook_batch_throttle_qps() > 0;
        return new AuditQueue.Settings(config.audit_webhook_batch_buffer_size(), config.audit_webhook_batch_max_size(),
                GoDuration.setting("audit.webhook.batch.max.wait", config.audit_webhook_batch_max_wait()),
                config.audit_webhook_truncate_enabled()
                        ? config.audit_webhook_truncate_max_batch_size() : AuditQueue.BATCH_BYTES_MAX,
                throttled ? config.audit_webhook_batch_throttle_qps() : 0,
                Math.max(1, config.audit_webhook_batch_throttle_burst()));
    }

    @Override
    public boolean record(AuditEvent event) {
        byte[] item = AuditText.item(event);
        if (item.length > eventBytesMax) {
            item = AuditText.item(AuditText.truncated(event));
        }
        if (item.length > eventBytesMax) {
            lose(PART, 1, "an event is lost because it is too long even without its bodies");
            return !strict;
        }
        if (queue == null) {
            return send(List.of(item)) || !strict;
        }
        if (!queue.offer(item)) {
            lose(AuditLosses.QUEUE, 1, "an event is lost because too many wait");
        }
        return true;
    }

    private boolean send(List<byte[]> items) {
        String problem = delivery.send(items);
        if (!problem.isEmpty()) {
            lose(PART, items.size(), problem);
        }
        return problem.isEmpty();
    }

    private void lose(String part, int events, String why) {
        losses.count(part, events);
        long last = complainedAt.get();
        long now = System.nanoTime();
        if (now - last >= COMPLAINT_NANOS && complainedAt.compareAndSet(last, now)) {
            LOG.error("Audit webhook: {}", why);
        }
    }

    /** Sends what waits, as far as there is time, and ends. */
    @Deactivate
    void close() {
        delivery.hurry();
        if (queue != null) {
            queue.close();
        }
        senders.close();
        delivery.close();
    }
}
