package mortise.core.workload;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;

/** Volumes in the file systems of containers, and as devices. */
final class Mounts {

    private static final String UNIQUE = "must be unique";

    private Mounts() {
    }

    static void mounts(FieldView container, Map<String, FieldView> volumes) {
        FieldView mounts = container.at("volumeMounts");
        Set<String> deviceNames = texts(container.at("volumeDevices"), "name");
        Set<String> devicePaths = texts(container.at("volumeDevices"), "devicePath");
        Set<String> paths = new HashSet<>();
        for (FieldView mount : mounts.items()) {
            FieldView name = mount.at("name").requireText();
            FieldView path = mount.at("mountPath");
            if (!volumes.containsKey(name.text())) {
                name.with(name.text()).notFound();
            }
            path.requireText();
            if (!paths.add(path.text())) {
                path.invalid(path.text(), UNIQUE);
            }
            if (deviceNames.contains(name.text())) {
                name.invalid("must not already exist in volumeDevices");
            }
            if (devicePaths.contains(path.text())) {
                path.invalid("must not already exist as a path in volumeDevices");
            }
            subPaths(mounts, mount);
            propagation(mounts, mount, container.at("securityContext", "privileged").flag());
        }
    }

    private static void subPaths(FieldView mounts, FieldView mount) {
        if (!mount.has("subPath") && !mount.has("subPathExpr")) {
            return;
        }
        FieldView path = mount.at("subPath");
        FieldView expression = mount.at("subPathExpr");
        if (!path.text().isEmpty()) {
            Checks.localDescendingPath(path.shownAt(mounts.path().child("subPath")));
        }
        if (!expression.text().isEmpty()) {
            if (!path.text().isEmpty()) {
                expression.invalid("subPathExpr and subPath are mutually exclusive");
            }
            Checks.localDescendingPath(expression.shownAt(mounts.path().child("subPathExpr")));
        }
    }

    private static void propagation(FieldView mounts, FieldView mount, boolean privileged) {
        if (!mount.has("mountPropagation") && !mount.has("recursiveReadOnly")) {
            return;
        }
        FieldView mode = mount.at("mountPropagation").shownAt(mounts.path().child("mountPropagation"));
        if (mode.present()) {
            mode.oneOf("Bidirectional", "HostToContainer", "None");
        }
        if (mode.isOneOf("Bidirectional") && !privileged) {
            mode.forbidden("Bidirectional mount propagation is available only to privileged containers");
        }
        FieldView recursive = mount.at("recursiveReadOnly").shownAt(mounts.path().child("recursiveReadOnly"));
        if (!recursive.present() || recursive.isOneOf("Disabled")) {
            return;
        }
        if (!recursive.isOneOf("Enabled", "IfPossible")) {
            recursive.notSupported("Disabled", "Enabled", "IfPossible");
            return;
        }
        if (!mount.at("readOnly").flag()) {
            recursive.forbidden("may only be specified when readOnly is true");
        }
        if (mode.present() && !mode.isOneOf("None")) {
            recursive.forbidden("may only be specified when mountPropagation is None or not specified");
        }
    }

    static void devices(FieldView container, Map<String, FieldView> volumes) {
        if (container.at("volumeDevices").isEmpty()) {
            return;
        }
        Set<String> mountNames = texts(container.at("volumeMounts"), "name");
        Set<String> mountPaths = texts(container.at("volumeMounts"), "mountPath");
        Set<String> paths = new HashSet<>();
        Set<String> names = new HashSet<>();
        for (FieldView device : container.at("volumeDevices").items()) {
            deviceName(device.at("name").requireText(), names, volumes);
            FieldView path = device.at("devicePath").requireText();
            if (paths.contains(path.text())) {
                path.invalid(path.text(), UNIQUE);
            }
            if (Arrays.asList(path.text().split("/", -1)).contains("..")) {
                path.invalid("can not contain backsteps ('..')");
            } else {
                paths.add(path.text());
            }
            if (mountNames.contains(device.at("name").text())) {
                device.at("name").invalid("must not already exist in volumeMounts");
            }
            if (mountPaths.contains(path.text())) {
                path.invalid("must not already exist as a path in volumeMounts");
            }
        }
    }

    private static void deviceName(FieldView name, Set<String> names, Map<String, FieldView> volumes) {
        if (!name.text().isEmpty() && !names.add(name.text())) {
            name.invalid(UNIQUE);
        }
        FieldView volume = volumes.get(name.text());
        if (volume == null) {
            name.with(name.text()).notFound();
        } else if (!volume.has("persistentVolumeClaim") && !volume.has("ephemeral")) {
            name.invalid("can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode");
        }
    }

    private static Set<String> texts(FieldView list, String field) {
        if (list.isEmpty()) {
            return Set.of();
        }
        Set<String> texts = new HashSet<>();
        list.items().forEach(item -> texts.add(item.at(field).text()));
        return texts;
    }
}
