package mortise.core.discovery;

import mortise.spi.operations.MetricsSource;
import mortise.tck.operations.MetricsSourceContract;

class VersionMetricsContractTest extends MetricsSourceContract {

    @Override
    protected MetricsSource source() {
        return new VersionEndpoint("1.2.3");
    }
}
