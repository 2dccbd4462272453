package mortise.core.workload;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import mortise.api.Syntax;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;

/**
 * What a volume can come from: the checks of each kind of source, for the volumes of pods and for persistent volumes.
 */
public final class VolumeSources {

    static final String ONE_TYPE = "may not specify more than 1 volume type";

    private static final int PARTITION_MAX = 255;
    private static final int LUN_MAX = 255;
    private static final int FILE_MODE_MAX = 0777;
    private static final int TENANT_CHARS_MAX = 64;
    private static final int DRIVER_CHARS_MAX = 63;
    private static final String HOST_PORTS = "must be a host:port pair or multiple pairs separated by commas";
    private static final String QUALIFIED_FORMAT = "must be valid format";

    private static final Pattern IQN = Pattern.compile("iqn\\.\\d{4}-\\d{2}\\.[a-zA-Z0-9.-]+(:[^,;*&$|\\s]+)$");
    private static final Pattern EUI = Pattern.compile("^eui.[a-zA-Z0-9]{16}$");
    private static final Pattern NAA = Pattern.compile("^naa.[a-zA-Z0-9]{32}$");

    /**
     * A kind of source.
     *
     * @param field its field
     * @param checkedAs the name of the field in paths of what is wrong inside it
     * @param extraAs the name of the field when it is there besides another source
     * @param check checks the source
     */
    record Source(String field, String checkedAs, String extraAs, Consumer<FieldView> check) {

        static Source of(String field, Consumer<FieldView> check) {
            return new Source(field, field, field, check);
        }
    }

    /** The kinds of persistent volumes, in the order in which they are looked at. */
    static final List<Source> PERSISTENT = List.of(
            Source.of("hostPath", VolumeSources::hostPath),
            new Source("gcePersistentDisk", "persistentDisk", "gcePersistentDisk", VolumeSources::gceDisk),
            Source.of("awsElasticBlockStore", VolumeSources::awsDisk),
            Source.of("glusterfs", VolumeSources::persistentGlusterfs),
            Source.of("flocker", VolumeSources::flocker),
            Source.of("nfs", VolumeSources::nfs),
            Source.of("rbd", VolumeSources::rbd),
            Source.of("quobyte", VolumeSources::quobyte),
            new Source("cephfs", "cephfs", "cephFS", VolumeSources::cephfs),
            Source.of("iscsi", VolumeSources::persistentIscsi),
            Source.of("cinder", source -> cinder(source, true)),
            Source.of("fc", VolumeSources::fibreChannel),
            Source.of("flexVolume", VolumeSources::flexVolume),
            Source.of("azureFile", VolumeSources::persistentAzureFile),
            Source.of("vsphereVolume", source -> source.at("volumePath").requireText()),
            Source.of("photonPersistentDisk", source -> source.at("pdID").requireText()),
            Source.of("portworxVolume", source -> source.at("volumeID").requireText()),
            Source.of("azureDisk", VolumeSources::azureDisk),
            Source.of("scaleIO", VolumeSources::scaleIo),
            Source.of("local", VolumeSources::local),
            Source.of("storageos", source -> storageOs(source, true)),
            Source.of("csi", VolumeSources::persistentCsi));

    private VolumeSources() {
    }

    /**
     * Checks the sources of a persistent volume: exactly one, and that it is right.
     *
     * @param spec the spec of the persistent volume
     */
    public static void persistent(FieldView spec) {
        exactlyOne(spec, PERSISTENT);
    }

    static void exactlyOne(FieldView volume, List<Source> sources) {
        boolean found = false;
        for (Source source : sources) {
            if (!volume.has(source.field())) {
                continue;
            }
            FieldView value = volume.at(source.field());
            if (found) {
                volume.at(source.extraAs()).forbidden(ONE_TYPE);
            } else {
                source.check().accept(value.shownAt(volume.path().child(source.checkedAs())));
            }
            found = true;
        }
        if (!found) {
            volume.required("must specify a volume type");
        }
    }

    /** Checks the name of a CSI driver. */
    public static void csiDriverName(FieldView name) {
        name.requireText();
        if (name.text().length() > DRIVER_CHARS_MAX) {
            name.tooLong(DRIVER_CHARS_MAX);
        }
        Syntax.subdomain(name.text().toLowerCase(Locale.ROOT)).ifPresent(why ->
                name.invalid(name.text(), why));
    }

    /** Checks permission bits; absent is fine. */
    public static void fileMode(FieldView mode) {
        long bits = mode.number(0);
        if (bits < 0 || bits > FILE_MODE_MAX) {
            mode.invalid("must be a number between 0 and 0777 (octal), both inclusive");
        }
    }

    static void hostPath(FieldView source) {
        FieldView path = source.at("path");
        if (path.text().isEmpty()) {
            path.required("");
            return;
        }
        Checks.noBacksteps(path);
        if (source.has("type")) {
            source.at("type").oneOf("", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File",
                    "FileOrCreate", "Socket");
        }
    }

    static void gceDisk(FieldView source) {
        source.at("pdName").requireText();
        partition(source.at("partition"));
    }

    static void awsDisk(FieldView source) {
        source.at("volumeID").requireText();
        partition(source.at("partition"));
    }

    private static void partition(FieldView partition) {
        long number = partition.number(0);
        if (number < 0 || number > PARTITION_MAX) {
            partition.invalid("must be between 1 and 255, inclusive");
        }
    }

    static void nfs(FieldView source) {
        source.at("server").requireText();
        FieldView path = source.at("path").requireText();
        if (!path.text().startsWith("/")) {
            path.invalid(path.text(), "must be an absolute path");
        }
    }

    static void iscsi(FieldView source) {
        source.at("targetPortal").requireText();
        iscsiName(source.at("iqn"), "must be valid format starting with iqn, eui, or naa");
        iscsiRest(source);
    }

    private static void persistentIscsi(FieldView source) {
        source.at("targetPortal").requireText();
        iscsiName(source.at("iqn"), QUALIFIED_FORMAT);
        iscsiRest(source);
    }

    private static void iscsiName(FieldView name, String unknownStart) {
        String text = name.requireText().text();
        if (text.isEmpty()) {
            return;
        }
        if (!text.startsWith("iqn") && !text.startsWith("eui") && !text.startsWith("naa")) {
            name.invalid(unknownStart);
        } else if (text.startsWith("iqn") && !IQN.matcher(text).find()
                || text.startsWith("eui") && !EUI.matcher(text).find()
                || text.startsWith("naa") && !NAA.matcher(text).find()) {
            name.invalid(QUALIFIED_FORMAT);
        }
    }

    private static void iscsiRest(FieldView source) {
        source.at("lun").inRange(0, LUN_MAX);
        boolean chap = source.at("chapAuthDiscovery").flag() || source.at("chapAuthSession").flag();
        if (chap && !source.has("secretRef")) {
            source.at("secretRef").required("");
        }
        FieldView initiator = source.at("initiatorName");
        if (initiator.present()) {
            iscsiName(initiator.shownAt(source.path().child("initiatorname")),
                    "must be valid format starting with iqn, eui, or naa");
        }
    }

    static void glusterfs(FieldView source) {
        source.at("endpoints").requireText();
        source.at("path").requireText();
    }

    private static void persistentGlusterfs(FieldView source) {
        glusterfs(source);
        FieldView namespace = source.at("endpointsNamespace");
        if (namespace.present() && namespace.text().isEmpty()) {
            namespace.invalid("if the endpointnamespace is set, it must be a valid namespace name");
        } else if (namespace.present()) {
            namespace.label();
        }
    }

    static void flocker(FieldView source) {
        boolean named = !source.at("datasetName").text().isEmpty();
        boolean identified = !source.at("datasetUUID").text().isEmpty();
        if (!named && !identified) {
            source.required("one of datasetName and datasetUUID is required");
        }
        if (named && identified) {
            source.invalid("resource", "datasetName and datasetUUID can not be specified simultaneously");
        }
        if (source.at("datasetName").text().contains("/")) {
            source.at("datasetName").invalid("must not contain '/'");
        }
    }

    static void rbd(FieldView source) {
        requireItems(source.at("monitors"));
        source.at("image").requireText();
    }

    static void cephfs(FieldView source) {
        requireItems(source.at("monitors"));
    }

    private static void requireItems(FieldView list) {
        if (list.isEmpty()) {
            list.required("");
        }
    }

    static void cinder(FieldView source, boolean persistent) {
        source.at("volumeID").requireText();
        secretReference(source, persistent);
    }

    private static void secretReference(FieldView source, boolean withNamespace) {
        FieldView secret = source.at("secretRef");
        if (secret.present()) {
            secret.at("name").requireText();
            if (withNamespace) {
                secret.at("namespace").requireText();
            }
        }
    }

    static void quobyte(FieldView source) {
        FieldView registry = source.at("registry");
        if (registry.text().isEmpty()) {
            registry.required(HOST_PORTS);
        } else if (source.at("tenant").text().length() > TENANT_CHARS_MAX) {
            source.at("tenant").required("must be a UUID and may not exceed a length of 64 characters");
        } else {
            for (String pair : registry.text().split(",", -1)) {
                if (!pair.matches("(\\[[^\\[\\]]*\\]|[^:\\[\\]]*):[^:\\[\\]]*")) {
                    registry.invalid(HOST_PORTS);
                }
            }
        }
        source.at("volume").requireText();
    }

    static void fibreChannel(FieldView source) {
        FieldView names = source.at("targetWWNs");
        if (names.isEmpty() && source.at("wwids").isEmpty()) {
            names.required("must specify either targetWWNs or wwids, but not both");
        }
        if (!names.isEmpty() && !source.at("wwids").isEmpty()) {
            names.invalid("targetWWNs and wwids can not be specified simultaneously");
        }
        FieldView lun = source.at("lun");
        if (!names.isEmpty() && !lun.present()) {
            lun.required("lun is required if targetWWNs is specified");
        } else if (!names.isEmpty()) {
            lun.inRange(0, LUN_MAX);
        }
    }

    static void flexVolume(FieldView source) {
        source.at("driver").requireText();
        source.at("options").entries().forEach((key, option) -> {
            int slash = key.indexOf('/');
            String domain = "." + (slash < 0 ? key : key.substring(0, slash)).toLowerCase(Locale.ROOT);
            if (domain.endsWith(".kubernetes.io") || domain.endsWith(".k8s.io")) {
                option.invalid(key, "kubernetes.io and k8s.io namespaces are reserved");
            }
        });
    }

    static void azureFile(FieldView source) {
        source.at("secretName").requireText();
        source.at("shareName").requireText();
    }

    private static void persistentAzureFile(FieldView source) {
        azureFile(source);
        if (source.has("secretNamespace")) {
            source.at("secretNamespace").requireText();
        }
    }

    static void azureDisk(FieldView source) {
        source.at("diskName").requireText();
        FieldView address = source.at("diskURI").requireText();
        if (source.has("cachingMode")) {
            source.at("cachingMode").oneOf("None", "ReadOnly", "ReadWrite");
        }
        FieldView kind = source.at("kind");
        if (!kind.present()) {
            return;
        }
        kind.oneOf("Dedicated", "Managed", "Shared");
        boolean managed = kind.isOneOf("Managed");
        if (managed && !address.text().startsWith("/subscriptions/")) {
            address.notSupported("/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute"
                    + "/disks/{disk-id}");
        }
        if (!managed && !address.text().startsWith("https://")) {
            address.notSupported("https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd");
        }
    }

    static void scaleIo(FieldView source) {
        source.at("gateway").requireText();
        source.at("system").requireText();
        source.at("volumeName").requireText();
    }

    private static void local(FieldView source) {
        if (!source.at("path").requireText().text().isEmpty()) {
            Checks.noBacksteps(source.at("path"));
        }
    }

    static void storageOs(FieldView source, boolean persistent) {
        FieldView name = source.at("volumeName");
        if (name.text().isEmpty()) {
            name.required("");
        } else {
            name.label();
        }
        if (!source.at("volumeNamespace").text().isEmpty()) {
            source.at("volumeNamespace").label();
        }
        secretReference(source, persistent);
    }

    private static void persistentCsi(FieldView source) {
        csiDriverName(source.at("driver"));
        source.at("volumeHandle").requireText();
        for (String field : List.of("controllerPublishSecretRef", "controllerExpandSecretRef", "nodePublishSecretRef",
                "nodeExpandSecretRef")) {
            FieldView secret = source.at(field);
            if (secret.present()) {
                requiredName(secret.at("name"), FieldView::subdomain);
                requiredName(secret.at("namespace"), FieldView::label);
            }
        }
    }

    private static void requiredName(FieldView name, Consumer<FieldView> syntax) {
        if (name.text().isEmpty()) {
            name.required("");
        } else {
            syntax.accept(name);
        }
    }
}
