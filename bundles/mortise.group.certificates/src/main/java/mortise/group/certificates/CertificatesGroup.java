package mortise.group.certificates;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import mortise.core.schema.Kinds;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.NameRule;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.WriteRule;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The group {@code certificates.<api domain>}. */
@Component
public final class CertificatesGroup implements ApiGroup {

    private final String name;
    private final List<ResourceDefinition> resources;

    @Activate
    public CertificatesGroup(@Reference ServerNames names) {
        name = names.group("certificates");
        Kinds kinds = Kinds.load(CertificatesGroup.class)
                .cells("CertificateSigningRequest", Map.of("Condition", RequestCells::condition))
                .build();
        var rules = new RequestRules(names.labelDomain());
        resources = List.of(
                // Nodes name their requests after hashes, with letters of both cases.
                kinds.resource("certificatesigningrequests")
                        .nameRule(NameRule.PATH_SEGMENT)
                        .strategy(new RequestStrategy(rules))
                        .subresource(RequestPartStrategy.approval(rules, InstantSource.system()))
                        .subresource(RequestPartStrategy.status(rules, InstantSource.system()))
                        .build(),
                // Names hold the signer's with colons, which the strategy checks.
                kinds.resource("clustertrustbundles")
                        .nameRule(NameRule.PATH_SEGMENT)
                        .writeRules(WriteRule.UPDATE_NEEDS_VERSION)
                        .strategy(new TrustBundleStrategy())
                        .build(),
                kinds.resource("podcertificaterequests")
                        .writeRules(WriteRule.UPDATE_NEEDS_VERSION)
                        .strategy(new PodRequestStrategy())
                        .subresource(SubresourceDefinition.status(
                                "PodCertificateRequest", new PodRequestStatusStrategy()))
                        .build());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<ResourceDefinition> resources() {
        return resources;
    }
}
