package mortise.core.workload;

import java.util.List;
import mortise.core.schema.FieldView;

/** Fields that mean nothing under the operating system that a pod asks for. */
final class OperatingSystems {

    private static final String NOT_WINDOWS = "cannot be set for a windows pod";
    private static final String NOT_LINUX = "windows options cannot be set for a linux pod";

    private static final List<String> LINUX_OF_PODS = List.of("securityContext.appArmorProfile",
            "securityContext.seLinuxOptions", "hostUsers", "hostPID", "hostIPC", "securityContext.seccompProfile",
            "securityContext.fsGroup", "securityContext.fsGroupChangePolicy", "securityContext.sysctls",
            "shareProcessNamespace", "securityContext.runAsUser", "securityContext.runAsGroup",
            "securityContext.supplementalGroups", "securityContext.supplementalGroupsPolicy",
            "securityContext.seLinuxChangePolicy");
    private static final List<String> LINUX_OF_CONTAINERS = List.of("appArmorProfile", "seLinuxOptions",
            "seccompProfile", "capabilities", "readOnlyRootFilesystem", "privileged", "allowPrivilegeEscalation",
            "procMount", "runAsUser", "runAsGroup");

    private OperatingSystems() {
    }

    static void validate(FieldView spec) {
        FieldView system = spec.at("os");
        if (!system.present()) {
            return;
        }
        String name = system.at("name").text();
        switch (name) {
            case "linux" -> linux(spec);
            case "windows" -> windows(spec);
            case "" -> system.at("name").required("cannot be empty");
            default -> system.with(name).notSupported("linux", "windows");
        }
    }

    private static void linux(FieldView spec) {
        forbid(spec.at("securityContext", "windowsOptions"), NOT_LINUX);
        for (FieldView container : Containers.all(spec)) {
            forbid(container.at("securityContext", "windowsOptions"), NOT_LINUX);
        }
    }

    private static void windows(FieldView spec) {
        for (String path : LINUX_OF_PODS) {
            int dot = path.indexOf('.');
            FieldView field = dot < 0 ? spec.at(path) : spec.at(path.substring(0, dot), path.substring(dot + 1));
            boolean plain = path.equals("hostPID") || path.equals("hostIPC");
            if (!plain || field.flag()) {
                forbid(field, NOT_WINDOWS);
            }
        }
        for (FieldView container : Containers.all(spec)) {
            LINUX_OF_CONTAINERS.forEach(field -> forbid(container.at("securityContext", field), NOT_WINDOWS));
        }
    }

    private static void forbid(FieldView field, String why) {
        if (field.present()) {
            field.forbidden(why);
        }
    }
}
