package mortise.core.workload;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;
import mortise.core.schema.Names;

/** Security contexts of containers and of pods. */
final class SecurityContexts {

    private static final int PROFILE_BYTES_MAX = 4095;
    private static final int SYSCTL_CHARS_MAX = 253;
    private static final String SYSCTL_TEXT =
            "^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$";
    private static final Pattern SYSCTL = Pattern.compile(SYSCTL_TEXT);
    private static final String[] PROFILES = {"Localhost", "RuntimeDefault", "Unconfined"};

    private SecurityContexts() {
    }

    static void ofContainer(FieldView context, boolean hostUsers) {
        if (!context.present()) {
            return;
        }
        id(context.at("runAsUser"));
        id(context.at("runAsGroup"));
        FieldView procMount = context.at("procMount");
        if (procMount.present()) {
            procMount.oneOf("Default", "Unmasked");
            if (hostUsers && procMount.isOneOf("Unmasked")) {
                procMount.invalid("`hostUsers` must be false to use `Unmasked`");
            }
        }
        seccomp(context.at("seccompProfile"));
        escalation(context);
        WindowsOptions.validate(context.at("windowsOptions"));
        appArmor(context.at("appArmorProfile"));
    }

    private static void escalation(FieldView context) {
        if (context.at("allowPrivilegeEscalation").flag(true)) {
            return;
        }
        if (context.at("privileged").flag()) {
            context.invalid(InternalForm.show("SecurityContext", context.value()),
                    "cannot set `allowPrivilegeEscalation` to false and `privileged` to true");
        }
        for (String capability : context.at("capabilities", "add").texts()) {
            if (capability.equals("CAP_SYS_ADMIN")) {
                context.invalid(InternalForm.show("SecurityContext", context.value()),
                        "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN");
            }
        }
    }

    private static void id(FieldView id) {
        id.inRange(0, Integer.MAX_VALUE);
    }

    static void seccomp(FieldView profile) {
        if (!profile.present()) {
            return;
        }
        FieldView type = profile.at("type");
        FieldView local = profile.at("localhostProfile");
        if (type.text().isEmpty()) {
            type.required("type is required when seccompProfile is set");
        } else {
            type.oneOf(PROFILES);
        }
        if (!type.isOneOf("Localhost")) {
            if (local.present()) {
                local.invalid(InternalForm.show("SeccompProfile", profile.value()),
                        "can only be set when seccomp type is Localhost");
            }
        } else if (local.present()) {
            Checks.localDescendingPath(local);
        } else {
            local.required("must be set when seccomp type is Localhost");
        }
    }

    private static void appArmor(FieldView profile) {
        if (!profile.present()) {
            return;
        }
        FieldView type = profile.at("type");
        FieldView local = profile.at("localhostProfile");
        switch (type.text()) {
            case "Localhost" -> localAppArmor(local);
            case "RuntimeDefault", "Unconfined" -> {
                if (local.present()) {
                    local.invalid("can only be set when AppArmor type is Localhost");
                }
            }
            case "" -> type.required("type is required when appArmorProfile is set");
            default -> type.notSupported(PROFILES);
        }
    }

    private static void localAppArmor(FieldView local) {
        String text = local.text();
        if (local.present() && !text.equals(text.strip())) {
            local.invalid("must not be padded with whitespace");
        } else if (text.isEmpty()) {
            local.required("must be set when AppArmor type is Localhost");
        }
        local.bytesAtMost(PROFILE_BYTES_MAX);
    }

    static void ofPod(FieldView spec) {
        FieldView context = spec.at("securityContext");
        if (!context.present()) {
            return;
        }
        id(context.at("fsGroup"));
        id(context.at("runAsUser"));
        id(context.at("runAsGroup"));
        context.at("supplementalGroups").items().forEach(SecurityContexts::id);
        if (spec.at("shareProcessNamespace").flag() && spec.at("hostPID").flag()) {
            spec.at("shareProcessNamespace").shownAt(context.path().child("shareProcessNamespace"))
                    .invalid("ShareProcessNamespace and HostPID cannot both be enabled");
        }
        sysctls(spec, context.at("sysctls"));
        optional(context.at("fsGroupChangePolicy"), "Always", "OnRootMismatch");
        seccomp(context.at("seccompProfile"));
        WindowsOptions.validate(context.at("windowsOptions"));
        appArmor(context.at("appArmorProfile"));
        optional(context.at("supplementalGroupsPolicy"), "Merge", "Strict");
        optional(context.at("seLinuxChangePolicy"), "MountOption", "Recursive");
    }

    private static void optional(FieldView choice, String... supported) {
        if (choice.present()) {
            choice.oneOf(supported);
        }
    }

    private static void sysctls(FieldView spec, FieldView sysctls) {
        Set<String> names = new HashSet<>();
        for (FieldView sysctl : sysctls.items()) {
            FieldView name = sysctl.at("name");
            String text = name.text();
            if (text.isEmpty()) {
                name.required("");
            } else if (Names.bytes(text) > SYSCTL_CHARS_MAX || !SYSCTL.matcher(text).matches()) {
                name.invalid("must have at most " + SYSCTL_CHARS_MAX + " characters and match regex " + SYSCTL_TEXT);
            } else if (names.contains(text)) {
                name.duplicate();
            }
            names.add(text);
            String key = text.replace('/', '.');
            if (spec.at("hostNetwork").flag() && key.startsWith("net.")) {
                name.invalid("may not be specified when 'hostNetwork' is true");
            } else if (spec.at("hostIPC").flag() && isOfIpc(key)) {
                name.invalid("may not be specified when 'hostIPC' is true");
            }
        }
    }

    private static boolean isOfIpc(String sysctl) {
        return List.of("kernel.shm", "kernel.msg", "fs.mqueue.").stream().anyMatch(sysctl::startsWith)
                || sysctl.equals("kernel.sem");
    }
}
