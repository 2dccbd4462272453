package mortise.authz.webhook;

import java.time.InstantSource;
import mortise.spi.operations.MetricsSource;
import mortise.tck.operations.MetricsSourceContract;

class WebhookMetricsContractTest extends MetricsSourceContract {

    @Override
    protected MetricsSource source() {
        var metrics = new WebhookMetrics();
        metrics.called("a", WebhookMetrics.Result.SUCCESS, 1_000_000);
        metrics.called("a", WebhookMetrics.Result.TIMEOUT, 11_000_000_000L);
        metrics.failedOpen("a", WebhookMetrics.Result.TIMEOUT);
        metrics.judged("a", MatchConditions.Answer.SKIP, 1000);
        metrics.judged("a", MatchConditions.Answer.FAILED, 1000);
        var reloads = new Reloads(InstantSource.system());
        reloads.succeeded();
        reloads.loaded(new byte[1]);
        return () -> {
            var all = new java.util.ArrayList<>(metrics.metrics());
            all.addAll(reloads.metrics());
            return all;
        };
    }
}
