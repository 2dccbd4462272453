package mortise.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodDefaultsTest {

    @ParameterizedTest
    @CsvSource({"img, Always", "img:1, IfNotPresent", "img:latest, Always", "reg:5000/a/img, Always",
        "reg:5000/a/img:1, IfNotPresent", "a.b/c, Always", "Bad Image, IfNotPresent", "UPPER, IfNotPresent",
        "UPPER/x, Always", "'', IfNotPresent",
        "img@sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, IfNotPresent",
        "img:latest@sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, Always"})
    void imagesWhoseTagMovesAreAlwaysPulled(String image, String policy) {
        assertThat(ImageNames.pullPolicy(image)).isEqualTo(policy);
    }

    @Test
    void requestsFollowLimitsInPods() {
        var pod = TestPods.pod("{'containers':[{'name':'c','image':'i','resources':{'limits':{'cpu':'1','memory':'2'},"
                + "'requests':{'cpu':'500m'}}}]}");
        assertThat(Json.structs(pod.at("spec", "containers")).get(0).get("resources"))
                .isEqualTo(Json.struct("{'limits':{'cpu':'1','memory':'2'},'requests':{'cpu':'500m','memory':'2'}}"));
    }

    @Test
    void hostPortsFollowContainerPortsInTheNetworkOfTheHost() {
        String containers = "'containers':[{'name':'c','image':'i','ports':[{'containerPort':80}]}]";
        var pod = TestPods.pod("{'hostNetwork':true," + containers + "}");
        assertThat(Json.structs(Json.structs(pod.at("spec", "containers")).get(0).get("ports")).get(0))
                .containsEntry("hostPort", 80L);
        pod = TestPods.pod("{" + containers + "}");
        assertThat(Json.structs(Json.structs(pod.at("spec", "containers")).get(0).get("ports")).get(0))
                .doesNotContainKey("hostPort");
    }

    @Test
    void amountsAreRoundedUpToThousandths() {
        Map<String, Object> resources = Json.struct("{'limits':{'cpu':'1500u','memory':'1Gi'}}");
        PodDefaults.rules().get("core.v1.ResourceRequirements").accept(resources);
        assertThat(resources).isEqualTo(Json.struct("{'limits':{'cpu':'2m','memory':'1Gi'}}"));
    }

    @Test
    void podsAsAWholeRequestWhatTheirContainersDo() {
        var pod = TestPods.pod("{'resources':{'limits':{'cpu':'2','memory':'1Gi'}},'containers':[{'name':'c',"
                + "'image':'i','resources':{'requests':{'cpu':'500m'},'limits':{'hugepages-2Mi':'4Mi'}}}]}");
        assertThat(pod.at("spec", "resources")).isEqualTo(Json.struct("{'limits':{'cpu':'2','memory':'1Gi',"
                + "'hugepages-2Mi':'4Mi'},'requests':{'cpu':'500m','memory':'1Gi','hugepages-2Mi':'4Mi'}}"));
    }

    @Test
    void theOldNameOfTheAccountFollowsTheNewOne() {
        assertThat(TestPods.pod("{'serviceAccount':'a'}").at("spec", "serviceAccountName")).isEqualTo("a");
        assertThat(TestPods.pod("{'serviceAccountName':'b','serviceAccount':'a'}").at("spec", "serviceAccount"))
                .isEqualTo("b");
    }

    @Test
    void templatesGetNoDefaultsOfPods() {
        assertThat(PodDefaults.rules()).doesNotContainKey("core.v1.Pod");
        Map<String, Object> spec = Json.struct("{}");
        PodDefaults.rules().get("core.v1.PodSpec").accept(spec);
        assertThat(spec).isEqualTo(Json.struct("{'dnsPolicy':'ClusterFirst','restartPolicy':'Always',"
                + "'securityContext':{},'terminationGracePeriodSeconds':30,'schedulerName':'default-scheduler'}"));
    }
}
