package mortise.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import mortise.core.schema.FieldView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VolumesTest {

    private static List<String> wrongVolume(String source) {
        return TestPods.wrong("{'volumes':[{'name':'v'," + source + "}],'serviceAccountName':'a'}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "'emptyDir':{},'secret':{'secretName':'s'} | secret: Forbidden: may not specify more than 1 volume type",
        "'emptyDir':{'sizeLimit':'-1'} | emptyDir.sizeLimit: Forbidden: SizeLimit field must be a valid resource"
            + " quantity",
        "'hostPath':{'path':'/a/../b'} | hostPath.path: Invalid value: @/a/../b@: must not contain '..'",
        "'hostPath':{} | hostPath.path: Required value",
        "'nfs':{'server':'s','path':'p'} | nfs.path: Invalid value: @p@: must be an absolute path",
        "'gcePersistentDisk':{} | persistentDisk.pdName: Required value",
        "'secret':{'secretName':'s','defaultMode':512} | secret.defaultMode: Invalid value: 512: must be a number"
            + " between 0 and 0777 (octal), both inclusive",
        "'configMap':{'name':'c','items':[{'key':'k','path':'..p'}]} | configMap.items[0].path: Invalid value: @..p@:"
            + " must not start with '..'",
        "'persistentVolumeClaim':{} | persistentVolumeClaim.claimName: Required value",
        "'downwardAPI':{'items':[{'path':'p'}]} | downwardAPI: Required value: one of fieldRef and resourceFieldRef is"
            + " required",
        "'projected':{'sources':[{'serviceAccountToken':{'path':'t','expirationSeconds':599}}]} |"
            + " projected.sources[0].serviceAccountToken.expirationSeconds: Invalid value: 599: may not specify a"
            + " duration less than 10 minutes",
        "'projected':{'sources':[{'secret':{'name':'s'},'configMap':{'name':'s'}}]} | projected.sources[0]: Forbidden:"
            + " may not specify more than 1 volume type per source",
        "'csi':{} | csi.driver: Required value",
        "'iscsi':{'targetPortal':'t','iqn':'x'} | iscsi.iqn: Invalid value: @x@: must be valid format starting with"
            + " iqn,"
            + " eui, or naa",
        "'flexVolume':{'driver':'d','options':{'a.k8s.io/x':'1'}} | flexVolume.options[a.k8s.io/x]: Invalid value:"
            + " @a.k8s.io/x@: kubernetes.io and k8s.io namespaces are reserved",
        "'ephemeral':{} | ephemeral.volumeClaimTemplate: Required value",
        "'ephemeral':{'volumeClaimTemplate':{'spec':{}}} | ephemeral.volumeClaimTemplate.spec.accessModes: Required"
            + " value: at least 1 access mode is required",
        "'azureDisk':{'diskName':'d','diskURI':'u','kind':'Managed'} | azureDisk.diskURI: Unsupported value: @u@:"
            + " supported values: @/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/"
            + "disks/{disk-id}@"
    })
    void sourcesAreChecked(String source, String wrong) {
        assertThat(wrongVolume(source)).first().isEqualTo("spec.volumes[0]." + wrong.replace('@', '"'));
    }

    @Test
    void tokensNeedAnAccount() {
        assertThat(TestPods.wrong("{'volumes':[{'name':'v','projected':{'sources':[{'serviceAccountToken':"
                + "{'path':'t'}}]}}]}"))
                .containsExactly("spec.volumes[0].projected.sources[0].serviceAccountToken: Forbidden: must not be"
                        + " specified when serviceAccountName is not set");
    }

    @Test
    void volumesThatAreWrongMayNotBeMounted() {
        assertThat(TestPods.wrong("{'volumes':[{'name':'v','nfs':{'path':'/'}}],'containers':[{'name':'c','image':'i',"
                + "'volumeMounts':[{'name':'v','mountPath':'/'}]}]}"))
                .containsExactly("spec.volumes[0].nfs.server: Required value",
                        "spec.containers[0].volumeMounts[0].name: Not found: \"v\"");
    }

    @Test
    void persistentVolumesHaveExactlyOneSource() {
        var errors = new ArrayList<FieldError>();
        FieldView spec = FieldView.of(FieldPath.of("spec"), Json.struct("{}"), errors);
        VolumeSources.persistent(spec);
        VolumeSources.persistent(spec.with(Json.struct("{'local':{'path':'/a'},'csi':{}}")));
        VolumeSources.persistent(spec.with(Json.struct("{'csi':{'driver':'d','nodeStageSecretRef':{},"
                + "'nodePublishSecretRef':{'name':'n'}}}")));
        assertThat(TestPods.texts(errors)).containsExactly("spec: Required value: must specify a volume type",
                "spec.csi: Forbidden: may not specify more than 1 volume type",
                "spec.csi.volumeHandle: Required value",
                "spec.csi.nodePublishSecretRef.namespace: Required value");
    }

    @Test
    void claimsAskForStorage() {
        var errors = new ArrayList<FieldError>();
        ClaimSpecs.validate(FieldView.of(FieldPath.of("spec"), Json.struct("{'accessModes':['ReadWriteOncePod',"
                + "'ReadWriteOnce'],'resources':{'requests':{'storage':'0'}},'dataSource':{'kind':'X','name':'n'}}"),
                errors));
        assertThat(TestPods.texts(errors)).containsExactly(
                "spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes",
                "spec.resources[storage]: Invalid value: \"0\": must be greater than zero",
                "spec.dataSource: Invalid value: \"X\": must be 'PersistentVolumeClaim' when referencing the default"
                + " apiGroup");
    }
}
