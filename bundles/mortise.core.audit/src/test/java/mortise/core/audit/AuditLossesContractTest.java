package mortise.core.audit;

import mortise.spi.operations.MetricsSource;
import mortise.tck.operations.MetricsSourceContract;

class AuditLossesContractTest extends MetricsSourceContract {

    @Override
    protected MetricsSource source() {
        var losses = new AuditLosses();
        losses.count("log", 0);
        losses.count(AuditLosses.QUEUE, 3);
        return losses;
    }
}
