package mortise.authn.serviceaccount;

import java.nio.file.Path;
import java.util.List;
import mortise.spi.operations.Endpoint;
import mortise.tck.operations.EndpointContract;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class IssuerDocumentsContractTest extends EndpointContract {

    @TempDir
    private Path folder;
    private Cluster cluster;

    @BeforeEach
    void makeKeys() {
        cluster = new Cluster(folder);
    }

    @Override
    protected Endpoint endpoint() {
        return cluster.tokens;
    }

    @Override
    protected List<String> paths() {
        return List.of(IssuerDocuments.CONFIGURATION, IssuerDocuments.KEYS);
    }
}
