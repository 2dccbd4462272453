package mortise.group.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import mortise.api.ApiObject;
import mortise.spi.group.TableColumn;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.api.Test;

final class CellsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "services | External-IP | {'spec':{'type':'ClusterIP'}} | <none>",
        "services | External-IP | {'spec':{'type':'NodePort','externalIPs':['1.1.1.1','2.2.2.2']}} | 1.1.1.1,2.2.2.2",
        "services | External-IP | {'spec':{'type':'LoadBalancer'}} | <pending>",
        "services | External-IP | {'spec':{'type':'LoadBalancer','externalIPs':['1.1.1.1']},'status':{'loadBalancer':"
                + "{'ingress':[{'ip':'3.3.3.3'},{'hostname':'a.b'}]}}} | 3.3.3.3,a.b,1.1.1.1",
        "services | External-IP | {'spec':{'type':'ExternalName','externalName':'x.y'}} | x.y",
        "services | External-IP | {'spec':{}} | <unknown>",
        "endpoints | Endpoints | {} | <none>",
        "endpoints | Endpoints | {'subsets':[{'addresses':[{'ip':'1.1.1.1'},{'ip':'::1'}],'ports':[{'port':1},"
                + "{'port':2}]}]} | 1.1.1.1:1,[::1]:1,1.1.1.1:2 + 1 more...",
        "endpoints | Endpoints | {'subsets':[{'addresses':[{'ip':'1.1.1.1'}]}]} | 1.1.1.1",
        "persistentvolumes | Access Modes | {'spec':{'accessModes':['ReadWriteMany','ReadWriteOnce']}} | RWO,RWX",
        "persistentvolumes | StorageClass | {'spec':{'storageClassName':'b'}} | b",
        "persistentvolumeclaims | StorageClass | {'metadata':{'annotations':{'volume.beta.kubernetes.io/storage-class':"
                + "'a'}},'spec':{'storageClassName':'b'}} | a",
        "persistentvolumeclaims | Access Modes | {'status':{'accessModes':['ReadWriteOnce']}} | ``",
        "resourcequotas | Request | {'status':{'hard':{'pods':'2','limits.cpu':'1','cpu':'3'},'used':{'pods':'1'}}}"
                + " | cpu: 0/3, pods: 1/2",
        "resourcequotas | Limit | {'status':{'hard':{'pods':'2','limits.cpu':'1'}}} | limits.cpu: 0/1"})
    void cellsThatNoExpressionTells(String plural, String column, String json, String cell) {
        TableColumn found = new Requests().definition(plural).columns().stream()
                .filter(candidate -> candidate.name().equals(column)).findFirst().orElseThrow();
        ApiObject object = Requests.json(json.replace('\'', '"'));
        ApiObject before = object.deepCopy();
        assertThat(found.cell().apply(object)).isEqualTo(cell == null ? "" : cell);
        assertThat(object).isEqualTo(before);
    }

    @Test
    void theServerKnowsTheHealthOfItsStoreOnly() {
        var healthy = new ComponentStatuses(Optional::empty).list("");
        assertThat(healthy).extracting(status -> status.metadata().name())
                .containsExactly("controller-manager", "etcd-0", "scheduler");
        assertThat(healthy).extracting(status -> status.at("conditions").toString().contains("status=True"))
                .containsExactly(false, true, false);
        assertThat(new ComponentStatuses(() -> Optional.of("gone")).list("").get(1).at("conditions").toString())
                .contains("status=False").contains("error=gone");
    }
}
