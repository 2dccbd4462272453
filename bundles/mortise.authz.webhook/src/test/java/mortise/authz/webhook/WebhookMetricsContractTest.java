package mortise.authz.webhook;

import java.time.InstantSource;
import java.util.ArrayList;
import mortise.core.settings.Reloads;
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
        var reloads = new Reloads("authorization", InstantSource.system());
        reloads.succeeded();
        return () -> {
            var all = new ArrayList<>(metrics.metrics());
            all.addAll(reloads.metrics());
            all.add(new LoadedText(new byte[1]).metric());
            return all;
        };
    }
}
