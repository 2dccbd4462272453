package mortise.group.core;

import java.util.List;
import mortise.api.ApiObject;
import mortise.spi.group.ActionRequest;
import mortise.spi.group.Connector;

/** Streams to and from a container or the ports of a pod, through the server of the pod's node. */
final class StreamConnector implements Connector {

    /** What is passed on of a request. */
    private enum Kind {
        EXEC, ATTACH, PORT_FORWARD
    }

    private final Kind kind;
    private final String path;
    private final Kubelets kubelets;

    private StreamConnector(Kind kind, String path, Kubelets kubelets) {
        this.kind = kind;
        this.path = path;
        this.kubelets = kubelets;
    }

    /** Runs a command in a container. */
    static Connector exec(Kubelets kubelets) {
        return new StreamConnector(Kind.EXEC, "/exec/", kubelets);
    }

    /** Joins what a container runs. */
    static Connector attach(Kubelets kubelets) {
        return new StreamConnector(Kind.ATTACH, "/attach/", kubelets);
    }

    /** Reaches ports of a pod. */
    static Connector portForward(Kubelets kubelets) {
        return new StreamConnector(Kind.PORT_FORWARD, "/portForward/", kubelets);
    }

    @Override
    public Target target(ActionRequest request, String rest) {
        var asked = new Parameters();
        request.query().forEach(asked::add);
        return target(request, asked);
    }

    @Override
    public Target target(ActionRequest request, String rest, String query) {
        return target(request, Parameters.parse(query));
    }

    private Target target(ActionRequest request, Parameters asked) {
        ApiObject pod = request.object().orElseThrow();
        String where = path + pod.metadata().namespace() + "/" + pod.metadata().name();
        if (kind != Kind.PORT_FORWARD) {
            where += "/" + Places.encode(ContainerNames.choose(pod, asked.text("container")));
        }
        Kubelets.Place place = kubelets.of(pod);
        String query = kind == Kind.PORT_FORWARD ? ports(asked) : streams(asked);
        // A query of its own, or that of the request would be appended.
        String full = where + (query.isEmpty() ? "?" : query);
        return new Target(Places.uri("https", place.host(), place.port(), full), true, true);
    }

    private static String ports(Parameters asked) {
        List<String> ports = asked.all("ports");
        return ports.isEmpty() ? "" : new Parameters().add("port", String.join(",", ports)).query();
    }

    /** Nodes have other names for the streams. */
    private String streams(Parameters asked) {
        var passed = new Parameters();
        stream(asked, "stdin", "input", passed);
        stream(asked, "stdout", "output", passed);
        stream(asked, "stderr", "error", passed);
        stream(asked, "tty", "tty", passed);
        if (kind == Kind.EXEC) {
            asked.all("command").forEach(word -> passed.add("command", word));
        }
        return passed.query();
    }

    private static void stream(Parameters asked, String name, String nodeName, Parameters passed) {
        if (asked.flag(name)) {
            passed.add(nodeName, "1");
        }
    }
}
