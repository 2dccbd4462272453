package mortise.itests.load;

import java.nio.charset.StandardCharsets;

/**
 * The objects that the load works on. Object number n always has the same name, namespace, node and labels, so that
 * works can address objects that another run made.
 */
final class Objects {

    static final int NAMESPACES = 20;
    static final int NODES = 50;
    /** A pod in a list, with what the server adds. */
    static final int POD_BYTES = 4_900;
    /** What the server adds to a pod: mostly who owns which fields. */
    private static final int ADDED_BYTES = 2_600;
    private static final int VARIABLES = 1;
    static final int CONFIG_MAP_BYTES = 1_000;
    private static final int RARE_EVERY = 100;

    private Objects() { }

    static String namespace(long n) {
        return "load-%02d".formatted(n % NAMESPACES);
    }

    static String node(long n) {
        return "node-%02d".formatted(n % NODES);
    }

    static String podPath(String prefix, long n) {
        return "/api/v1/namespaces/" + namespace(n) + "/pods/" + prefix + n;
    }

    static String configMapPath(String prefix, long n) {
        return "/api/v1/namespaces/" + namespace(n) + "/configmaps/" + prefix + n;
    }

    /** The path to create an object of that kind at. */
    static String collection(String path) {
        return path.substring(0, path.lastIndexOf('/'));
    }

    static byte[] namespaceJson(String name) {
        return bytes("{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"" + name + "\"}}");
    }

    /** The account that pods get. Without its token pods are as large as they were sent. */
    static byte[] serviceAccountJson(String namespace) {
        return bytes("{\"apiVersion\":\"v1\",\"kind\":\"ServiceAccount\",\"metadata\":{\"name\":\"default\","
                + "\"namespace\":\"" + namespace + "\"},\"automountServiceAccountToken\":false}");
    }

    /** A pod as a controller would make it: two containers with probes, resources, mounts and environment. */
    static byte[] podJson(String prefix, long n, long change) {
        String rare = n % RARE_EVERY == 0 ? ",\"rare\":\"yes\"" : "";
        String start = """
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%s","namespace":"%s","labels":{"app":"web-%d",\
                "pod-template-hash":"6c8f9d7b5"%s,"tier":"frontend"},"annotations":{"example.com/change":"%d",\
                "example.com/filler":"%s"},"finalizers":[]},"spec":{"nodeName":"%s","restartPolicy":"Always",\
                "serviceAccountName":"default","terminationGracePeriodSeconds":0,"dnsPolicy":"ClusterFirst",\
                "schedulerName":"default-scheduler","securityContext":{"runAsNonRoot":true,"fsGroup":2000},\
                "volumes":[{"name":"config","configMap":{"name":"web","defaultMode":420}},{"name":"cache",\
                "emptyDir":{}}],"containers":[%s,%s]}}""";
        String without = start.formatted(prefix + n, namespace(n), n % 100, rare, change, "", node(n),
                container("main", 8080), container("proxy", 15001));
        String filler = filler(POD_BYTES - ADDED_BYTES - without.length());
        return bytes(start.formatted(prefix + n, namespace(n), n % 100, rare, change, filler, node(n),
                container("main", 8080), container("proxy", 15001)));
    }

    private static String container(String name, int port) {
        StringBuilder environment = new StringBuilder();
        for (int i = 0; i < VARIABLES; i++) {
            environment.append(i == 0 ? "" : ",").append("{\"name\":\"SETTING_").append(i)
                    .append("\",\"value\":\"value of setting ").append(i).append("\"}");
        }
        return """
                {"name":"%s","image":"registry.example.com/team/%s:1.27.3","imagePullPolicy":"IfNotPresent",\
                "ports":[{"name":"http-%s","containerPort":%d,"protocol":"TCP"}],"env":[%s],\
                "resources":{"limits":{"cpu":"500m","memory":"256Mi"},"requests":{"cpu":"100m","memory":"128Mi"}},\
                "volumeMounts":[{"name":"config","mountPath":"/etc/%s"},{"name":"cache","mountPath":"/var/cache"}],\
                "readinessProbe":{"httpGet":{"path":"/ready","port":%d,"scheme":"HTTP"},"periodSeconds":10,\
                "timeoutSeconds":1,"successThreshold":1,"failureThreshold":3},\
                "terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File"}"""
                .formatted(name, name, name, port, environment, name, port);
    }

    static byte[] configMapJson(String prefix, long n, long change) {
        return configMapJson(namespace(n), prefix + n, change);
    }

    static byte[] configMapJson(String namespace, String name, long change) {
        return configMapJson(namespace, name, change, CONFIG_MAP_BYTES);
    }

    static byte[] configMapJson(String namespace, String name, long change, int size) {
        String start = """
                {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"%s","namespace":"%s","labels":{"app":"web"}},\
                "data":{"change":"%d","filler":"%s"}}""";
        int without = start.formatted(name, namespace, change, "").length();
        return bytes(start.formatted(name, namespace, change, filler(size - without)));
    }

    /** Text that compresses about as well as configuration does. */
    private static String filler(int length) {
        StringBuilder text = new StringBuilder(Math.max(0, length));
        for (int i = 0; text.length() < length; i++) {
            text.append("key").append(i).append("=").append(Integer.toHexString(i * 0x9E3779B9)).append(' ');
        }
        text.setLength(Math.max(0, length));
        return text.toString();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
