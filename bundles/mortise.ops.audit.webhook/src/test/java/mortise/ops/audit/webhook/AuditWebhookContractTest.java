package mortise.ops.audit.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import mortise.core.audit.AuditLosses;
import mortise.core.audit.AuditText;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;
import mortise.spi.operations.AuditSink;
import mortise.spi.operations.MetricFamily.Value;
import mortise.spi.operations.ServerNames;
import mortise.tck.operations.AuditEvents;
import mortise.tck.operations.AuditSinkContract;
import mortise.tck.operations.Configurations;
import mortise.tck.peer.Peer;
import mortise.tck.peer.Pki;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AuditWebhookContractTest extends AuditSinkContract {

    private static final Pki PKI = new Pki();

    @TempDir
    Path folder;

    private final Peer peer = Peer.secure(PKI, "127.0.0.1");
    private final AuditLosses losses = new AuditLosses();
    private final List<AuditWebhook> opened = new ArrayList<>();

    @AfterEach
    void closeAll() {
        opened.forEach(AuditWebhook::close);
        peer.close();
    }

    private Path kubeconfig() throws Exception {
        Path authority = Files.writeString(folder.resolve("ca.crt"), PKI.authorityPem());
        return Files.writeString(folder.resolve("audit.kubeconfig"), """
                current-context: audit
                contexts: [{name: audit, context: {cluster: collector, user: server}}]
                clusters: [{name: collector, cluster: {server: '%s/events?x=1', certificate-authority: '%s'}}]
                users: [{name: server, user: {token: s3cret}}]
                """.formatted(peer.url(), authority.getFileName()));
    }

    /** Returns a sink; settings are names behind {@code audit.webhook.} and values in turn. */
    private AuditWebhook open(Object... settings) throws Exception {
        var values = new HashMap<String, Object>(Map.of("audit_webhook_config_file", kubeconfig().toString(),
                "audit_webhook_initial_backoff", "1ms"));
        for (int i = 0; i < settings.length; i += 2) {
            values.put("audit_webhook_" + settings[i], settings[i + 1]);
        }
        var sink = new AuditWebhook(Configurations.of(AuditWebhookConfig.class, values),
                ServerNames.of("k8s.io", "kubernetes.io"), losses);
        opened.add(sink);
        return sink;
    }

    @Override
    protected AuditSink sink() {
        try {
            return open();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected List<String> ended() {
        opened.forEach(AuditWebhook::close);
        return items().stream().map(item -> (String) item.get("auditID")).toList();
    }

    private List<Map<?, ?>> items() {
        var items = new ArrayList<Map<?, ?>>();
        for (Peer.Seen seen : peer.seen()) {
            ((List<?>) list(seen).get("items")).forEach(item -> items.add((Map<?, ?>) item));
        }
        return items;
    }

    private static Map<?, ?> list(Peer.Seen seen) {
        try {
            return (Map<?, ?>) JsonDecoder.decode(
                    seen.body().getBytes(StandardCharsets.UTF_8), DecodeLimits.DEFAULT).value();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private double lost(String part) {
        return losses.metrics().get(0).samples().stream().filter(one -> one.labelValues().contains(part))
                .mapToDouble(one -> ((Value) one).value()).sum();
    }

    @Test
    void theServerGetsListsOfEvents() throws Exception {
        AuditWebhook sink = open();
        sink.record(AuditEvents.full("a"));
        sink.record(AuditEvents.small("b"));
        sink.close();
        Peer.Seen seen = peer.last();
        assertThat(seen.method() + " " + seen.target() + " " + seen.header("Authorization") + " "
                + seen.header("Content-Type")).isEqualTo("POST /events Bearer s3cret application/json");
        assertThat(seen.body()).startsWith("{\"kind\":\"EventList\",\"apiVersion\":\"audit.k8s.io/v1\",\"metadata\":{},"
                + "\"items\":[{\"level\":\"RequestResponse\",\"auditID\":\"a\"");
        assertThat(items()).hasSize(2).allSatisfy(item -> assertThat(item.containsKey("kind")).isFalse());
        assertThat(lost("webhook")).isZero();
    }

    @Test
    void batchesHaveAsManyEventsAsTheyMay() throws Exception {
        AuditWebhook sink = open("batch_max_size", 3, "batch_throttle_enable", false);
        for (int i = 0; i < 7; i++) {
            sink.record(AuditEvents.small("id-" + i));
        }
        sink.close();
        assertThat(peer.seen().stream().map(seen -> ((List<?>) list(seen).get("items")).size()).toList())
                .containsExactlyInAnyOrder(3, 3, 1);
    }

    @Test
    void whatTheServerDoesNotTakeIsSentAgain() throws Exception {
        var calls = new AtomicInteger();
        peer.answers((exchange, seen) -> Peer.send(exchange, calls.incrementAndGet() < 3 ? 503 : 201, ""));
        assertThat(open("mode", "blocking-strict").record(AuditEvents.small("a"))).isTrue();
        assertThat(calls).hasValue(3);
        assertThat(lost("webhook")).isZero();
    }

    @ParameterizedTest
    @CsvSource({"batch,true", "blocking,true", "blocking-strict,false"})
    void onlyTheStrictModeRefusesWhatIsNotTaken(String mode, boolean goesOn) throws Exception {
        peer.answers(403, "");
        AuditWebhook sink = open("mode", mode, "batch_max_size", 1);
        assertThat(sink.record(AuditEvents.small("a"))).isEqualTo(goesOn);
        if (mode.equals("batch")) {
            sink.close();
        } else {
            assertThat(peer.seen()).hasSize(Delivery.ATTEMPTS_MAX);
        }
        assertThat(lost("webhook")).isEqualTo(1);
    }

    @Test
    void aServerThatHangsDoesNotHoldUpOtherBatchesNorRequests() throws Exception {
        var free = new CountDownLatch(1);
        var held = new CountDownLatch(3);
        peer.answers((exchange, seen) -> {
            held.countDown();
            try {
                free.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            Peer.send(exchange, 200, "");
        });
        AuditWebhook sink = open("batch_max_size", 1);
        for (int i = 0; i < 3; i++) {
            assertThat(sink.record(AuditEvents.small("id-" + i))).isTrue();
        }
        assertThat(held.await(20, TimeUnit.SECONDS)).as("three batches are under way at once").isTrue();
        free.countDown();
        sink.close();
        assertThat(lost("webhook")).isZero();
    }

    @Test
    void longEventsLoseTheirBodiesAndThenThemselves() throws Exception {
        int max = AuditText.item(AuditEvents.full("a")).length - 1;
        AuditWebhook sink = open("mode", "blocking", "truncate_enabled", true, "truncate_max_event_size", max);
        sink.record(AuditEvents.full("a"));
        assertThat(items()).singleElement().satisfies(item -> {
            assertThat(item.containsKey("requestObject")).isFalse();
            assertThat(((Map<?, ?>) item.get("annotations")).get("audit.k8s.io/truncated")).isEqualTo("true");
        });
        open("mode", "blocking", "truncate_enabled", true, "truncate_max_event_size", 100)
                .record(AuditEvents.full("b"));
        assertThat(items()).hasSize(1);
        assertThat(lost("webhook")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"config_file", "batch_max_wait", "initial_backoff"})
    void wrongSettingsAreNamed(String setting) {
        assertThatThrownBy(() -> open(setting, "nonsense")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("audit.webhook." + setting.replace('_', '.'));
    }

    @Test
    void withoutAFileThereIsNothingToDo() {
        assertThatThrownBy(() -> open("config_file", "")).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("audit.webhook.config.file: no file is named");
    }
}
