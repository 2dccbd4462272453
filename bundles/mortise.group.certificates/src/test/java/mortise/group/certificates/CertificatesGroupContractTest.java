package mortise.group.certificates;

import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.ApiGroupContract;

final class CertificatesGroupContractTest extends ApiGroupContract {

    @Override
    protected ApiGroup group() {
        return new CertificatesGroup(ServerNames.of("k8s.io", "kubernetes.io"));
    }
}
