package mortise.group.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.api.UserInfo;
import mortise.spi.group.ActionRequest;
import mortise.spi.group.Connector;
import mortise.tck.controller.FakeObjectAccess;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where requests are passed on to. */
final class ConnectorsTest {

    private Kubelets.Settings settings = Kubelets.USUAL;

    private static final GroupVersion CORE = new GroupVersion("", "v1");
    private static final GroupVersion DISCOVERY = new GroupVersion("discovery.k8s.io", "v1");

    private final FakeObjectAccess objects = new FakeObjectAccess()
            .serve(CORE, "pods").serve(CORE, "nodes").serve(CORE, "endpoints").serve(DISCOVERY, "endpointslices");

    private static ApiObject json(String text) {
        return Requests.json(text.replace('\'', '"'));
    }

    @BeforeEach
    void objects() {
        objects.create(CORE, "nodes", json("{'metadata':{'name':'n1'},'status':{'addresses':[{'type':'InternalIP',"
                + "'address':'10.9.0.1'},{'type':'Hostname','address':'host1'}]}}"));
        objects.create(CORE, "nodes", json("{'metadata':{'name':'n2'},'status':{'addresses':[{'type':'ExternalIP',"
                + "'address':'192.0.2.7'},{'type':'InternalIP','address':'fd00::1'}],"
                + "'daemonEndpoints':{'kubeletEndpoint':"
                + "{'Port':10260}}}}"));
        objects.create(CORE, "nodes", json("{'metadata':{'name':'none'}}"));
        objects.create(CORE, "pods", json("{'metadata':{'name':'p','namespace':'ns'},'status':{'podIPs':[{'ip':"
                + "'10.1.1.1'}]}}"));
    }

    @Test
    void whereNodesAreReachedIsASetting() {
        ApiObject node = json("{'metadata':{'name':'n'},'status':{'addresses':[{'type':'Hostname','address':'h'},"
                + "{'type':'ExternalIP','address':'192.0.2.7'}]}}");
        assertThat(new Kubelets(() -> objects, settings).ofNode(node)).isEqualTo(new Kubelets.Place("h", "10250"));
        settings = Kubelets.Settings.of(new String[] {"InternalIP, ExternalIP", "Hostname"}, 10260);
        assertThat(new Kubelets(() -> objects, settings).ofNode(node))
                .isEqualTo(new Kubelets.Place("192.0.2.7", "10260"));
        assertThatThrownBy(() -> Kubelets.Settings.of(new String[] {"Pigeon"}, 1))
                .hasMessageContaining("kubelet.preferred.address.types: Pigeon is not one of Hostname");
    }

    private Connector connector(String name) {
        var kubelets = new Kubelets(() -> objects, settings);
        return switch (name) {
            case "log" -> new LogConnector(kubelets);
            case "exec" -> StreamConnector.exec(kubelets);
            case "attach" -> StreamConnector.attach(kubelets);
            case "portforward" -> StreamConnector.portForward(kubelets);
            case "pod" -> new PodProxy();
            case "node" -> new NodeProxy(kubelets, host -> new InetAddress[] {InetAddress.getByName("10.0.0.9"),
                InetAddress.getByName(host.equals("host1") ? "10.1.1.1" : host.equals("evil") ? "127.0.0.1" : host)});
            default -> new ServiceConnector(() -> objects, "discovery.k8s.io", "kubernetes.io");
        };
    }

    private Connector.Target target(String connector, ApiObject object, String name, String rest, String query) {
        var first = new HashMap<String, String>();
        for (String pair : query.isEmpty() ? new String[0] : query.split("&")) {
            first.putIfAbsent(pair.split("=")[0], pair.contains("=") ? pair.split("=")[1] : "");
        }
        var request = new ActionRequest(UserInfo.of("u"), "ns", name, ApiObject.ofKind(CORE.kind("X")),
                Optional.of(object), first, false);
        return connector(connector).target(request, rest, query);
    }

    private void check(Connector.Target target, String address, boolean upgrade, boolean trusted) {
        assertThat(target.address()).hasToString(address);
        assertThat(target.upgrade()).isEqualTo(upgrade);
        assertThat(target.trusted()).isEqualTo(trusted);
    }

    private void refuses(int code, String message, String connector, ApiObject object, String name, String query) {
        ApiException failed = catchThrowableOfType(ApiException.class,
                () -> target(connector, object, name, "", query));
        assertThat(failed).as(connector + " " + query).hasMessage(message);
        assertThat(failed.status().code()).isEqualTo(code);
    }

    private static ApiObject pod(String node, String... containers) {
        var list = new StringBuilder();
        for (String container : containers) {
            list.append(list.isEmpty() ? "" : ",").append("{'name':'").append(container).append("'}");
        }
        return json("{'metadata':{'name':'p','namespace':'ns'},'spec':{'nodeName':'" + node + "','containers':[" + list
                + "],'initContainers':[{'name':'i'}]}}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "log|n1|``|https://host1:10250/containerLogs/ns/p/c?",
        "log|n2|container=i&follow=true&tailLines=5&previous=false|"
                + "https://[fd00::1]:10260/containerLogs/ns/p/i?follow=true&tailLines=5",
        "exec|n1|command=ls&command=-l%20x&stdin=true&stdout=1&stderr=0&tty=true|"
                + "https://host1:10250/exec/ns/p/c?command=ls&command=-l%20x&input=1&output=1&tty=1",
        "attach|n1|stdout=true&command=no|https://host1:10250/attach/ns/p/c?output=1",
        "portforward|n1|``|https://host1:10250/portForward/ns/p?",
        "portforward|n1|ports=80&ports=81|https://host1:10250/portForward/ns/p?port=80%2C81"})
    void whatConcernsContainersGoesToTheNode(String connector, String node, String query, String address) {
        check(target(connector, pod(node, "c"), "p", "", query), address, !connector.equals("log"), true);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "log|n1|``|400|a container name must be specified for pod p, choose one of: [a b] or one of the init"
                + " containers: [i]",
        "exec|n1|container=x|400|container x is not valid for pod p",
        "exec|``|container=a|400|pod p does not have a host assigned",
        "attach|gone|container=a|404|nodes \"gone\" not found",
        "log|none|container=a|500|no preferred addresses found; known addresses: []",
        "log|n1|container=a&limitBytes=0|422|PodLogOptions \"p\" is invalid: limitBytes: Invalid value: 0: must "
                + "be greater"
                + " than 0",
        "log|n1|tailLines=x|400|strconv.ParseInt: parsing \"x\": invalid syntax"})
    void whatIsWrongIsToldBeforeAnybodyIsAsked(String connector, String node, String query, int code, String message) {
        refuses(code, message, connector, pod(node, "a", "b"), "p", query);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "p|/x/|http://10.1.1.1:8080/x/", "p|``|http://10.1.1.1:8080", "p:81|/|http://10.1.1.1:81/",
        "https:p:443|/a%20b|https://10.1.1.1:443/a%20b", "https:p:|/|https://10.1.1.1:8080/"})
    void aPodIsReachedAtItsAddress(String name, String rest, String address) {
        ApiObject pod = json("{'spec':{'containers':[{},{'ports':[{'containerPort':8080}]}]},'status':{'podIPs':"
                + "[{'ip':'10.1.1.1'}]}}");
        check(target("pod", pod, name, rest, ""), address, true, false);
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1", "169.254.1.1", "::1", "0.0.0.0", "''"})
    void aPodCannotSendTheServerToItself(String ip) {
        refuses(400, "address not allowed", "pod", json("{'status':{'podIP':'" + ip + "'}}"), "p", "");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "n1|https://host1:10250/stats|true", "n1:10250|https://host1:10250/stats|true",
        "n1:9100|http://host1:9100/stats|false", "https:n1:9100|https://host1:9100/stats|false"})
    void aNodeIsReachedAtItsServerOrAPort(String name, String address, boolean trusted) {
        ApiObject node = objects.get(CORE, "nodes", "", "n1").orElseThrow();
        check(target("node", node, name, "/stats", ""), address, true, trusted);
    }

    @ParameterizedTest
    @CsvSource({"evil", "127.0.0.1", "169.254.169.254"})
    void aNodeCannotSendTheServerToItself(String address) {
        ApiObject node = json("{'metadata':{'name':'n'},'status':{'addresses':[{'type':'Hostname','address':'" + address
                + "'}]}}");
        refuses(400, "address not allowed", "node", node, "n:9100", "");
    }

    private static ApiObject service() {
        return json("{'metadata':{'name':'x','namespace':'ns'},'spec':{'ports':[{'name':'web','port':80},"
                + "{'port':81}]}}");
    }

    private void slice(String ip, String more) {
        objects.create(DISCOVERY, "endpointslices", json("{'metadata':{'name':'x-1','namespace':'ns','labels':{"
                + "'kubernetes.io/service-name':'x'}},'addressType':'IPv4','endpoints':[{'addresses':['" + ip
                + "'],'targetRef':{'kind':'Pod','name':'p'}" + more + "}],'ports':[{'name':'web','port':8080},"
                + "{'name':'',"
                + "'port':8081}]}"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "x:web|http://10.1.1.1:8080/", "x:80|http://10.1.1.1:8080/", "x|http://10.1.1.1:8081/",
        "https:x:81|https://10.1.1.1:8081/"})
    void aServiceIsReachedAtOneOfItsPods(String name, String address) {
        slice("10.1.1.1", "");
        check(target("service", service(), name, "/", ""), address, true, false);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "10.1.1.1|,'conditions':{'ready':false}|x|no endpoints available for service \"x\"",
        "10.66.6.6|``|x:web|no endpoints available for service \"x:web\"",
        "10.1.1.1|``|x:other|no endpoints available for service \"x:other\"",
        "10.1.1.1|``|x:99|no service port 99 found for service \"x\""})
    void aServiceWithoutPodsIsUnavailable(String ip, String more, String name, String message) {
        slice(ip, more);
        refuses(503, message, "service", service(), name, "");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"Pod|10.1.1.1", "Other|"})
    void endpointsWillDoWhereThereAreNoSlices(String kind, String ip) {
        objects.create(CORE, "endpoints", json("{'metadata':{'name':'x','namespace':'ns'},"
                + "'subsets':[{'addresses':[{'ip':"
                + "'10.1.1.1','targetRef':{'kind':'" + kind + "','name':'p'}}],'ports':[{'port':9000}]}]}"));
        if (ip == null) {
            refuses(503, "no endpoints available for service \"x\"", "service", service(), "x", "");
        } else {
            check(target("service", service(), "x", "/", ""), "http://" + ip + ":9000/", true, false);
        }
    }

    @ParameterizedTest
    @CsvSource({"a:b:c:d,pod", "ftp:a:1,node", "a:b:c:d,service"})
    void aNameOfAnotherFormIsRefused(String name, String kind) {
        refuses(400, "invalid " + kind + " request \"" + name + "\"", kind, service(), name, "");
    }
}
