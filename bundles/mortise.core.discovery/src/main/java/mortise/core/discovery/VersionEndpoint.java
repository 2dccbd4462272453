package mortise.core.discovery;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import mortise.spi.operations.Endpoint;
import mortise.spi.operations.EndpointRequest;
import mortise.spi.operations.EndpointResponse;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricsSource;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Serves {@code /version}: which Kubernetes release this server speaks like, and what it really is. */
@Component(
        service = {Endpoint.class, MetricsSource.class},
        property = {Endpoint.PATHS + "=/version", Endpoint.PATHS + "=/version/"})
public final class VersionEndpoint implements Endpoint, MetricsSource {

    private static final String MAJOR = "1";
    private static final String MINOR = "36";

    /** The release this server speaks like. */
    static final String RELEASE = "v" + MAJOR + "." + MINOR + ".2";

    private final Document document;
    private final MetricFamily metric;

    @Activate
    public VersionEndpoint(BundleContext context) {
        this(context.getBundle().getVersion().toString());
    }

    VersionEndpoint(String mortiseVersion) {
        var version = new LinkedHashMap<String, Object>();
        version.put("major", MAJOR);
        version.put("minor", MINOR);
        version.put("emulationMajor", MAJOR);
        version.put("emulationMinor", MINOR);
        version.put("minCompatibilityMajor", MAJOR);
        version.put("minCompatibilityMinor", "35");
        // What stands behind the plus sign is ignored where versions are compared.
        version.put("gitVersion", RELEASE + "+mortise-" + mortiseVersion);
        version.put("gitCommit", "");
        version.put("gitTreeState", "");
        version.put("buildDate", "1970-01-01T00:00:00Z");
        version.put("goVersion", "java" + Runtime.version().feature());
        version.put("compiler", "javac");
        version.put("platform", platform());
        document = Document.of(version);
        List<String> labels = List.of("buildDate", "compiler", "gitCommit", "gitTreeState", "gitVersion", "goVersion",
                "major", "minor", "platform");
        metric = new MetricFamily("kubernetes_build_info", MetricFamily.Type.GAUGE, MetricFamily.Stability.ALPHA,
                "1 for the version that runs.",
                List.of("build_date", "compiler", "git_commit", "git_tree_state", "git_version", "go_version",
                        "major", "minor", "platform"),
                List.of(new MetricFamily.Value(labels.stream().map(version::get).map(String::valueOf).toList(), 1)));
    }

    @Override
    public EndpointResponse get(EndpointRequest request) {
        Accepted.mediaType(request, List.of("application/json"));
        return EndpointResponse.json(document.json());
    }

    @Override
    public List<MetricFamily> metrics() {
        return List.of(metric);
    }

    private static String platform() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String name = system.startsWith("windows") ? "windows" : system.startsWith("mac") ? "darwin" : system;
        String machine = System.getProperty("os.arch");
        return name + "/" + (machine.equals("aarch64") ? "arm64" : machine.equals("x86_64") ? "amd64" : machine);
    }
}
