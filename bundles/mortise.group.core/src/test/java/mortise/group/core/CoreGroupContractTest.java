package mortise.group.core;

import java.util.List;
import mortise.api.ApiObject;
import mortise.spi.group.ApiGroup;
import mortise.tck.group.ApiGroupContract;

final class CoreGroupContractTest extends ApiGroupContract {

    @Override
    protected ApiGroup group() {
        return new Requests().group();
    }

    @Override
    protected List<ApiObject> samples() {
        return List.of(
                Requests.json("""
                        {"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{"type":"LoadBalancer",
                        "clusterIP":"10.0.0.9","clusterIPs":["10.0.0.9"],"ipFamilies":["IPv4"],"ipFamilyPolicy":
                        "SingleStack","ports":[{"port":80,"nodePort":30001}],"externalIPs":["1.2.3.4"]},
                        "status":{"loadBalancer":{"ingress":[{"ip":"1.1.1.1"}]}}}"""),
                Requests.json("""
                        {"apiVersion":"v1","kind":"LimitRange","metadata":{"name":"a"},"spec":{"limits":[
                        {"type":"Container","max":{"cpu":"1"},"min":{"memory":"1u"}}]}}"""),
                Requests.json("""
                        {"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"name":"a"},"spec":
                        {"dataSourceRef":{"apiGroup":"x.io","kind":"X","name":"x"},
                        "resources":{"requests":{"storage":"1Gi"}}}}"""));
    }
}
