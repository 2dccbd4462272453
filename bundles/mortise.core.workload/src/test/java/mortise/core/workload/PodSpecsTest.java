package mortise.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodSpecsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{}",
        "{'containers':[{'name':'c','image':'i','ports':[{'containerPort':80,'name':'http'}]}]}",
        "{'initContainers':[{'name':'i','image':'i','restartPolicy':'Always','livenessProbe':"
            + "{'exec':{'command':['a']}}}]}",
        "{'volumes':[{'name':'v'},{'name':'w','secret':{'secretName':'s'}}]}",
        "{'tolerations':[{'operator':'Exists'}],'nodeSelector':{'a':'b'},'hostname':'h'}",
        "{'dnsPolicy':'None','dnsConfig':{'nameservers':['1.1.1.1'],'searches':['a_b.c','.']}}",
        "{'hostNetwork':true,'containers':[{'name':'c','image':'i','ports':[{'containerPort':80}]}]}",
        "{'os':{'name':'windows'}}",
        "{'topologySpreadConstraints':[{'maxSkew':1,'topologyKey':'z','whenUnsatisfiable':'DoNotSchedule'}]}"
    })
    void goodPodsAreTaken(String spec) {
        assertThat(TestPods.wrong(spec)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{'hostUsers':false,'hostPID':true} | spec.HostPID: Forbidden: when `pod.Spec.HostUsers` is false",
        "{'nodeName':'n','schedulingGates':[{'name':'a/b'}]} | spec.nodeName: Forbidden: cannot be set until all"
            + " schedulingGates have been cleared",
        "{'schedulingGates':[{'name':'a'},{'name':'a'}]} | spec.schedulingGates[1]: Duplicate value: 'a'",
        "{'dnsPolicy':'X'} | spec.dnsPolicy: Unsupported value: 'X': supported values: 'ClusterFirstWithHostNet',"
            + " 'ClusterFirst', 'Default', 'None'",
        "{'dnsConfig':{'nameservers':['a']}} | spec.dnsConfig.nameservers[0]: Invalid value: 'a': must be a valid IP"
            + " address, (e.g. 10.9.8.7 or 2001:db8::ffff)",
        "{'dnsConfig':{'options':[{}]}} | spec.dnsConfig.options[0]: Required value: must not be empty",
        "{'hostAliases':[{'ip':'1.2.3.04'}]} | spec.hostAliases[0].ip: Invalid value: '1.2.3.04': must not have leading"
            + " 0s",
        "{'preemptionPolicy':'X'} | spec.preemptionPolicy: Unsupported value: 'X': supported values:"
            + " 'PreemptLowerPriority', 'Never'",
        "{'os':{'name':'plan9'}} | spec.os: Unsupported value: 'plan9': supported values: 'linux', 'windows'",
        "{'os':{'name':'windows'},'securityContext':{'runAsUser':1}} | spec.securityContext.runAsUser: Forbidden:"
            + " cannot be set for a windows pod",
        "{'os':{'name':'linux'},'securityContext':{'windowsOptions':{}}} | spec.securityContext.windowsOptions:"
            + " Forbidden: windows options cannot be set for a linux pod",
        "{'resourceClaims':[{'name':'a'}]} | spec.resourceClaims[0]: Invalid value: {'Name':'a','ResourceClaimName':"
            + "null,'ResourceClaimTemplateName':null}: must specify one of: `resourceClaimName`,"
            + " `resourceClaimTemplateName`",
        "{'ephemeralContainers':[{'name':'e','image':'i'}]} | spec.ephemeralContainers: Forbidden: cannot be set on"
            + " create",
        "{'securityContext':{'runAsUser':-1}} | spec.securityContext.runAsUser: Invalid value: -1: must be between"
            + " 0 and"
            + " 2147483647, inclusive",
        "{'securityContext':{'sysctls':[{'name':'net.a'}]},'hostNetwork':true} |"
            + " spec.securityContext.sysctls[0].name: Invalid value: 'net.a': may not be specified when"
            + " 'hostNetwork' is"
            + " true",
        "{'securityContext':{'seccompProfile':{'type':'Localhost'}}} |"
            + " spec.securityContext.seccompProfile.localhostProfile: Required value: must be set when seccomp type is"
            + " Localhost",
        "{'securityContext':{'windowsOptions':{'hostProcess':true}}} | spec.hostNetwork: Invalid value: false:"
            + " hostNetwork must be true if pod contains any hostProcess containers"
    })
    void fieldsOfTheSpecAreChecked(String spec, String wrong) {
        assertThat(TestPods.wrong(spec)).containsExactly(Quotes.doubled(wrong));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "[{'key':'a','operator':'Exists','value':'b'}] | spec.tolerations[0].operator: Invalid value: 'b': value"
            + " must be"
            + " empty when `operator` is 'Exists'",
        "[{'operator':'Equal'}] | spec.tolerations[0].operator: Invalid value: 'Equal': operator must be Exists when"
            + " `key` is empty, which means @match all values and all keys@",
        "[{'key':'a','effect':'NoSchedule','tolerationSeconds':1}] | spec.tolerations[0].effect: Invalid value:"
            + " 'NoSchedule': effect must be 'NoExecute' when `tolerationSeconds` is set",
        "[{'key':'a','effect':'X'}] | spec.tolerations[0].effect: Unsupported value: 'X': supported values:"
            + " 'NoSchedule', 'PreferNoSchedule', 'NoExecute'",
        "[{'key':'a','operator':'Gt'}] | spec.tolerations[0].operator: Unsupported value: 'Gt': supported values:"
            + " 'Equal', 'Exists'"
    })
    void tolerationsAreChecked(String tolerations, String wrong) {
        assertThat(TestPods.wrong("{'tolerations':" + tolerations + "}")).containsExactly(Quotes.doubled(wrong));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':{}} |"
            + " nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms: Required value: must"
            + " have"
            + " at least one node selector term",
        "'nodeAffinity':{'preferredDuringSchedulingIgnoredDuringExecution':[{'weight':101,'preference':{}}]} |"
            + " nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: Invalid value: 101: must be in"
            + " the range 1-100",
        "'podAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{'topologyKey':'k','matchLabelKeys':['a']}]}"
            + " | podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].matchLabelKeys: Forbidden: must not be"
            + " specified when labelSelector is not set",
        "'podAntiAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{'topologyKey':'k','labelSelector':{},"
            + "'matchLabelKeys':['a'],'mismatchLabelKeys':['a']}]} |"
            + " podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].matchLabelKeys[0]: Invalid value:"
            + " 'a':"
            + " exists in both matchLabelKeys and mismatchLabelKeys"
    })
    void affinitiesAreChecked(String affinity, String wrong) {
        assertThat(TestPods.wrong("{'affinity':{" + affinity + "}}"))
                .containsExactly("spec.affinity." + Quotes.doubled(wrong));
    }

    @Test
    void aPodWithoutTopologyKeyIsToldTwice() {
        assertThat(TestPods.wrong(
                "{'affinity':{'podAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{}]}}}"))
                .hasSize(3)
                .first().isEqualTo("spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]"
                        + ".topologyKey: Required value: can not be empty");
    }

    @Test
    void spreadIsChecked() {
        assertThat(TestPods.wrong("{'topologySpreadConstraints':[{'maxSkew':0,'whenUnsatisfiable':'X','minDomains':0},"
                + "{'maxSkew':1,'topologyKey':'a','whenUnsatisfiable':'DoNotSchedule','matchLabelKeys':['b']},"
                + "{'maxSkew':1,'topologyKey':'a','whenUnsatisfiable':'DoNotSchedule'}]}"))
                .containsExactly(
                        "spec.topologySpreadConstraints[0].maxSkew: Invalid value: 0: must be greater than 0",
                        "spec.topologySpreadConstraints[0].topologyKey: Required value: can not be empty",
                        "spec.topologySpreadConstraints[0].whenUnsatisfiable: Unsupported value: \"X\": supported"
                        + " values: \"DoNotSchedule\", \"ScheduleAnyway\"",
                        "spec.topologySpreadConstraints[0].minDomains: Invalid value: 0: must be greater than 0",
                        "spec.topologySpreadConstraints[0].minDomains: Invalid value: 0: can only use minDomains if"
                        + " whenUnsatisfiable=DoNotSchedule, not X",
                        "spec.topologySpreadConstraints[1].{topologyKey, whenUnsatisfiable}: Duplicate value: \"{a,"
                        + " DoNotSchedule}\"",
                        "spec.topologySpreadConstraints[1].matchLabelKeys: Forbidden: must not be specified when"
                        + " labelSelector is not set");
    }

    @Test
    void findingsComeInTheOrderOfTheChecksNotOfTheFields() {
        assertThat(TestPods.wrong("{'activeDeadlineSeconds':0,'restartPolicy':'X','volumes':[{'name':'A'}],"
                + "'containers':[{'name':'c'}],'hostname':'-'}"))
                .extracting(wrong -> wrong.substring(0, wrong.indexOf(':')))
                .containsExactly("spec.volumes[0].name", "spec.containers[0].image", "spec.restartPolicy",
                        "spec.activeDeadlineSeconds", "spec.hostname");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{} | BestEffort",
        "{'requests':{'cpu':'1'}} | Burstable",
        "{'limits':{'cpu':'1'}} | Burstable",
        "{'limits':{'cpu':'1','memory':'1Gi'}} | Guaranteed",
        "{'limits':{'cpu':'1','memory':'1Gi'},'requests':{'cpu':'500m'}} | Burstable",
        "{'requests':{'cpu':'0'}} | BestEffort"
    })
    void resourcesGiveTheClassOfService(String resources, String quality) {
        var pod = TestPods.pod("{'containers':[{'name':'c','image':'i','resources':" + resources + "}]}");
        assertThat(PodSpecs.qosClass(TestPods.view(pod, new ArrayList<>()).at("spec"))).isEqualTo(quality);
    }
}
