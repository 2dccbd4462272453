package mortise.itests.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import mortise.spi.group.WriteRule;
import org.junit.jupiter.api.Test;

/** A PUT makes objects of the same kinds as in kube-apiserver, and must name the version it replaces for the same. */
class PutRulesTest {

    @Test
    void aPutWithoutAVersionIsRefusedForTheseKinds() {
        assertThat(with(WriteRule.UPDATE_NEEDS_VERSION)).containsExactlyInAnyOrder(
                "apiservices", "clustertrustbundles", "csidrivers", "csinodes", "csistoragecapacities",
                "customresourcedefinitions", "leasecandidates", "leases", "mutatingadmissionpolicies",
                "mutatingadmissionpolicybindings", "mutatingwebhookconfigurations", "podcertificaterequests",
                "poddisruptionbudgets", "runtimeclasses", "storageversionmigrations", "storageversions",
                "validatingadmissionpolicies", "validatingadmissionpolicybindings", "validatingwebhookconfigurations",
                "volumeattachments");
    }

    @Test
    void aPutCreatesTheseKinds() {
        assertThat(with(WriteRule.CREATE_ON_UPDATE)).containsExactlyInAnyOrder(
                "clusterrolebindings", "clusterroles", "endpoints", "events", "leasecandidates", "leases",
                "limitranges", "rolebindings", "roles", "runtimeclasses", "services");
    }

    private static Set<String> with(WriteRule rule) {
        var resources = new TreeSet<String>();
        for (Kind kind : Groups.kinds()) {
            if (kind.resource().writeRules().contains(rule)) {
                resources.add(kind.resource().plural());
            }
        }
        return resources;
    }
}
