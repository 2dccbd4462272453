package mortise.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContainersTest {

    private static final String C = "spec.containers[0].";

    private static String with(String fields) {
        return "{'containers':[{'name':'c','image':'i:1'," + fields + "}],'volumes':[{'name':'v'},"
                + "{'name':'claim','persistentVolumeClaim':{'claimName':'x'}}],'terminationGracePeriodSeconds':30}";
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "'terminationMessagePolicy':'X' | terminationMessagePolicy: Unsupported value: 'X': supported values: 'File',"
            + " 'FallbackToLogsOnError'",
        "'image':' i' | image: Invalid value: ' i': must not have leading or trailing whitespace",
        "'restartPolicy':'X' | restartPolicy: Unsupported value: 'X': supported values: 'Always', 'Never', 'OnFailure'",
        "'ports':[{'containerPort':1,'protocol':'X'}] | ports[0].protocol: Unsupported value: 'X': supported values:"
            + " 'SCTP', 'TCP', 'UDP'",
        "'ports':[{'containerPort':1,'name':'a'},{'containerPort':2,'name':'a'}] | ports[1].name: Duplicate value: 'a'",
        "'ports':[{'containerPort':1,'hostPort':5},{'containerPort':2,'hostPort':5}] | ports[1].hostPort: Duplicate"
            + " value: 'TCP//5'",
        "'env':[{'name':'a=b'}] | env[0].name: Invalid value: 'a=b': a valid environment variable name must consist"
            + " only"
            + " of printable ASCII characters other than @=@",
        "'env':[{'name':'a','valueFrom':{'fieldRef':{'fieldPath':'spec.x'}}}] | env[0].valueFrom.fieldRef.fieldPath:"
            + " Invalid value: 'spec.x': error converting fieldPath: field label not supported: spec.x",
        "'env':[{'name':'a','valueFrom':{'fieldRef':{'fieldPath':'status.phase'}}}] |"
            + " env[0].valueFrom.fieldRef.fieldPath: Unsupported value: 'status.phase': supported values:"
            + " 'metadata.name', 'metadata.namespace', 'metadata.uid', 'spec.nodeName', 'spec.serviceAccountName',"
            + " 'status.hostIP', 'status.hostIPs', 'status.podIP', 'status.podIPs'",
        "'env':[{'name':'a','valueFrom':{'secretKeyRef':{'name':'s'}}}] | env[0].valueFrom.secretKeyRef.key: Required"
            + " value",
        "'env':[{'name':'a','valueFrom':{'resourceFieldRef':{'resource':'limits.cpu','divisor':'2'}}}] |"
            + " env[0].valueFrom.resourceFieldRef.divisor: Invalid value: 'limits.cpu': only divisor`s values 1m and 1"
            + " are supported with the cpu resource",
        "'envFrom':[{}] | envFrom: Invalid value: '': must specify one of: ~configMapRef~ or ~secretRef~",
        "'envFrom':[{'secretRef':{'name':''}}] | envFrom[0].secretRef.name: Required value",
        "'volumeMounts':[{'name':'v','mountPath':'/a'},{'name':'v','mountPath':'/a'}] | volumeMounts[1].mountPath:"
            + " Invalid value: '/a': must be unique",
        "'volumeMounts':[{'name':'v','mountPath':'/a','subPath':'/b'}] | volumeMounts.subPath: Invalid value: '/b':"
            + " must"
            + " be a relative path",
        "'volumeMounts':[{'name':'v','mountPath':'/a','mountPropagation':'Bidirectional'}] |"
            + " volumeMounts.mountPropagation: Forbidden: Bidirectional mount propagation is available only to"
            + " privileged containers",
        "'volumeDevices':[{'name':'v','devicePath':'/a'}] | volumeDevices[0].name: Invalid value: 'v': can only use"
            + " volume source type of PersistentVolumeClaim or Ephemeral for block mode",
        "'resizePolicy':[{'resourceName':'disk','restartPolicy':'NotRequired'}] | resizePolicy: Unsupported value:"
            + " 'disk': supported values: 'cpu', 'memory'",
        "'securityContext':{'runAsGroup':-5} | securityContext.runAsGroup: Invalid value: -5: must be between 0 and"
            + " 2147483647, inclusive",
        "'securityContext':{'procMount':'Unmasked'} | securityContext.procMount: Invalid value: 'Unmasked': ~hostUsers~"
            + " must be false to use ~Unmasked~",
        "'securityContext':{'appArmorProfile':{}} | securityContext.appArmorProfile.type: Required value: type is"
            + " required when appArmorProfile is set",
        "'readinessProbe':{'exec':{'command':['a']},'terminationGracePeriodSeconds':1} |"
            + " readinessProbe.terminationGracePeriodSeconds: Invalid value: 1: must not be set for readinessProbes",
        "'livenessProbe':{'exec':{'command':['a']},'successThreshold':2} | livenessProbe.successThreshold: Invalid"
            + " value: 2: must be 1",
        "'startupProbe':{'tcpSocket':{'port':0}} | startupProbe.tcpSocket.port: Invalid value: 0: must be between 1 and"
            + " 65535, inclusive",
        "'lifecycle':{'preStop':{'sleep':{'seconds':31}}} | lifecycle.preStop.sleep: Invalid value: 31: must be"
            + " non-negative and less than terminationGracePeriodSeconds (30)",
        "'resources':{'requests':{'a.b/c':'1'}} | resources.limits: Required value: Limit must be set for non"
            + " overcommitable resources",
        "'resources':{'limits':{'hugepages-2Mi':'2Mi'}} | resources: Forbidden: HugePages require cpu or memory",
        "'resources':{'limits':{'hugepages-2Mi':'3Mi','cpu':'1'}} | resources.limits[hugepages-2Mi]: Invalid value:"
            + " '3Mi': 3Mi is not positive integer multiple of hugepages-2Mi",
        "'resources':{'claims':[{'name':'x'}]} | resources.claims[0]: Not found: 'x': must be one of the names in"
            + " pod.spec.resourceClaims which is empty"
    })
    void fieldsOfContainersAreChecked(String fields, String wrong) {
        String text = wrong.replace("`", "\u0001").replace('\'', '"').replace('@', '\'').replace('\u0001', '\'')
                .replace('~', '`');
        assertThat(TestPods.wrong(with(fields))).first().isEqualTo(C + text);
    }

    @Test
    void initContainersRunOnceAndHaveNoProbes() {
        assertThat(TestPods.wrong("{'initContainers':[{'name':'c','image':'i','livenessProbe':"
                + "{'exec':{'command':['a']}},'lifecycle':{'preStop':{'sleep':{'seconds':1}}}}]}"))
                .containsExactly("spec.initContainers[0].name: Duplicate value: \"c\"",
                        "spec.initContainers[0].lifecycle: Forbidden: may not be set for init containers without"
                        + " restartPolicy=Always",
                        "spec.initContainers[0].livenessProbe: Forbidden: may not be set for init containers without"
                        + " restartPolicy=Always");
    }

    @Test
    void ephemeralContainersHaveNoPorts() {
        assertThat(TestPods.wrong("{'ephemeralContainers':[{'name':'e','image':'i','targetContainerName':'x',"
                + "'ports':[{'containerPort':1}]}]}"))
                .contains("spec.ephemeralContainers[0].targetContainerName: Not found: \"x\"",
                        "spec.ephemeralContainers[0].ports: Forbidden: cannot be set for an Ephemeral Container");
    }

    @Test
    void podsAsAWholeMustRequestWhatTheirContainersDo() {
        assertThat(TestPods.wrong("{'resources':{'requests':{'cpu':'1'}},'containers':[{'name':'a','image':'i',"
                + "'resources':{'requests':{'cpu':'800m'}}},{'name':'b','image':'i','resources':{'requests':"
                + "{'cpu':'700m'}}}]}"))
                .containsExactly("spec.resources.requests[cpu]: Invalid value: \"1\": must be greater than or equal to"
                        + " aggregate container requests of 1500m");
    }
}
