package mortise.itests.architecture;

import java.util.Set;

/** What a bundle may know of other bundles, read from its name. */
enum Family {
    API, SPI, TCK, CORE, LEAF, WRAP, BUILD;

    /** Services of the server that its plug-ins cannot wait for. */
    private static final String LATE = "mortise.core.late";

    /** Speaking to etcd, for the store and the tools on it. */
    private static final String ETCD = "mortise.core.etcd";

    /** The core bundles that other bundles need; every other one exports nothing. */
    static final Set<String> EXPORTING_CORE = Set.of("mortise.core.audit", "mortise.core.cache",
            "mortise.core.codec", ETCD, "mortise.core.expression", "mortise.core.jwt", "mortise.core.kubeconfig",
            LATE, "mortise.core.patch", "mortise.core.pki", "mortise.core.registry", "mortise.core.rocksdb",
            "mortise.core.schema", "mortise.core.settings", "mortise.core.workload");

    /** What of the core the bundles of built-in groups may use: kinds, expressions, what several groups share. */
    private static final Set<String> SHARED_BY_GROUPS = Set.of(
            "mortise.core.codec", "mortise.core.expression", "mortise.core.schema", "mortise.core.workload");

    /**
     * What authenticators may use: signatures of tokens, certificates, the files and expressions about them, and other
     * servers that publish keys.
     */
    private static final Set<String> SHARED_BY_AUTHENTICATORS = Set.of(
            "mortise.core.codec", "mortise.core.expression", "mortise.core.jwt", "mortise.core.kubeconfig",
            "mortise.core.pki", "mortise.core.settings");

    /** What bundles that ask other servers may use, which are named for it: documents, and calls. */
    private static final Set<String> SHARED_BY_WEBHOOKS = Set.of("mortise.core.codec", "mortise.core.kubeconfig");

    /** What authorizers may use: files and expressions about requests, and other servers that are asked. */
    private static final Set<String> SHARED_BY_AUTHORIZERS = Set.of(
            "mortise.core.codec", "mortise.core.expression", "mortise.core.kubeconfig", "mortise.core.settings");

    /** The admission plug-in that reads whose certificate a node asks for. */
    private static final String CERTIFICATE_READER = "mortise.admission.noderestriction";

    /** The embedded store on the disk, and the prefix of those that serve it and that work on it for commands. */
    private static final String EMBEDDED_DATA = "mortise.core.rocksdb";
    private static final String EMBEDDED_STORE = "mortise.storage.rocksdb";

    /** What those who record requests have in common. */
    private static final String RECORDS = "mortise.core.audit";

    /** What writes down requests, in JSON, as a file in YAML says. */
    private static final String RECORDER = "mortise.ops.audit";

    /** The controller whose work is to sign. */
    private static final String SIGNER = "mortise.controller.bootstraptoken";

    static Family of(String bundle) {
        String[] parts = bundle.split("\\.");
        if (parts.length < 2 || !parts[0].equals("mortise")) {
            throw new IllegalArgumentException("not the name of a bundle of this project: " + bundle);
        }
        return switch (parts[1]) {
            case "api" -> API;
            case "spi" -> SPI;
            case "tck" -> TCK;
            case "core" -> CORE;
            case "wrap" -> WRAP;
            case "build" -> BUILD;
            default -> LEAF;
        };
    }

    /** Whether classes of one bundle may refer to classes of another; both are names of bundles of this project. */
    static boolean mayUse(String user, String used) {
        if (user.equals(used)) {
            return true;
        }
        Family of = of(used);
        return switch (of(user)) {
            case API, WRAP -> false;
            case SPI -> of == API;
            case TCK -> of == API || of == SPI;
            case CORE -> of == API || of == SPI || of == CORE || of == WRAP;
            case LEAF -> of == API || of == SPI || of == WRAP || used.equals(LATE)
                    || SHARED_BY_GROUPS.contains(used) && user.startsWith("mortise.group.")
                    || SHARED_BY_AUTHENTICATORS.contains(used)
                            && (user.startsWith("mortise.authn.") || user.equals(SIGNER))
                    || SHARED_BY_WEBHOOKS.contains(used) && user.endsWith("webhook")
                    || SHARED_BY_AUTHORIZERS.contains(used) && user.startsWith("mortise.authz.")
                    || used.equals(ETCD) && user.startsWith("mortise.storage.etcd")
                    || used.equals("mortise.core.pki") && user.equals(CERTIFICATE_READER)
                    || used.equals("mortise.core.codec") && user.equals(RECORDER)
                    || used.equals(EMBEDDED_DATA) && user.startsWith(EMBEDDED_STORE)
                    || used.equals(RECORDS) && user.startsWith(RECORDER);
            case BUILD -> true;
        };
    }

    static boolean mayExport(String bundle) {
        return switch (of(bundle)) {
            case API, SPI, TCK, WRAP -> true;
            case CORE -> EXPORTING_CORE.contains(bundle);
            case LEAF, BUILD -> false;
        };
    }

    /** Whether a distribution carries such bundles. */
    static boolean isShipped(String bundle) {
        return of(bundle) != TCK && of(bundle) != BUILD;
    }
}
