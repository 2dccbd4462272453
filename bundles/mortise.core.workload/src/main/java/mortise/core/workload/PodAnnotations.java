package mortise.core.workload;

import java.util.Map;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;

/** Annotations of pods and templates that mean something to nodes. */
final class PodAnnotations {

    static final String MIRROR = "kubernetes.io/config.mirror";
    private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";
    /** What keys of annotations about seccomp have in common. */
    static final String SECCOMP = "seccomp.security.alpha.kubernetes.io/";
    static final String SECCOMP_POD = "seccomp.security.alpha.kubernetes.io/pod";
    static final String SECCOMP_CONTAINER = "container.seccomp.security.alpha.kubernetes.io/";
    static final String APP_ARMOR = "container.apparmor.security.beta.kubernetes.io/";
    private static final String LOCALHOST = "localhost/";

    private PodAnnotations() {
    }

    static void validate(FieldView annotations, FieldView spec) {
        FieldView mirror = annotations.entry(MIRROR);
        if (mirror.present() && spec.at("nodeName").isEmpty()) {
            mirror.invalid("must set spec.nodeName if mirror pod annotation exists");
        }
        FieldView cost = annotations.entry(DELETION_COST);
        if (cost.present() && !isInt(cost.text())) {
            cost.invalid("must be a 32bit integer");
        }
        if (!mention(annotations, SECCOMP) && !mention(annotations, APP_ARMOR)) {
            return;
        }
        for (Map.Entry<String, FieldView> annotation : annotations.entries().entrySet()) {
            String key = annotation.getKey();
            if (key.equals(SECCOMP_POD) || key.startsWith(SECCOMP_CONTAINER)) {
                seccomp(annotation.getValue().shownAt(annotations.path().child(key)));
            }
        }
        annotations.entries().forEach((key, annotation) -> {
            if (key.startsWith(APP_ARMOR)) {
                appArmor(annotation, key.substring(APP_ARMOR.length()), spec);
            }
        });
    }

    /** Says whether the key of an annotation has a text in it; for few pods there is more to find out. */
    static boolean mention(FieldView annotations, String part) {
        if (annotations.value() instanceof Map<?, ?> all) {
            for (Object key : all.keySet()) {
                if (((String) key).contains(part)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isInt(String text) {
        try {
            return text.equals(String.valueOf(Integer.parseInt(text)));
        } catch (NumberFormatException none) {
            return false;
        }
    }

    private static void seccomp(FieldView profile) {
        switch (profile.text()) {
            case "runtime/default", "docker/default", "unconfined" -> {
                // Fine.
            }
            default -> {
                if (profile.text().startsWith(LOCALHOST)) {
                    Checks.localDescendingPath(profile.with(profile.text().substring(LOCALHOST.length())));
                } else {
                    profile.invalid("must be a valid seccomp profile");
                }
            }
        }
    }

    private static void appArmor(FieldView annotation, String name, FieldView spec) {
        if (Containers.all(spec).stream().noneMatch(container -> container.at("name").text().equals(name))) {
            annotation.invalid(name, "container not found");
        }
        String profile = annotation.text();
        if (!profile.isEmpty() && !profile.equals("runtime/default") && !profile.equals("unconfined")
                && !profile.startsWith(LOCALHOST)) {
            annotation.invalid("invalid AppArmor profile name: \"" + profile + "\"");
        }
    }

    /** Checks that annotations about seccomp say the same as the fields, where there are both. */
    static void matchSeccomp(FieldView annotations, FieldView spec) {
        if (!mention(annotations, SECCOMP)) {
            return;
        }
        match(annotations.entry(SECCOMP_POD), spec.at("securityContext", "seccompProfile"), "seccomp");
        for (FieldView container : Containers.all(spec)) {
            match(annotations.entry(SECCOMP_CONTAINER + container.at("name").text()),
                    container.at("securityContext", "seccompProfile"), "seccomp");
        }
    }

    /** Checks that annotations about AppArmor say the same as the fields, where there are both. */
    static void matchAppArmor(FieldView annotations, FieldView spec) {
        if (!mention(annotations, APP_ARMOR) || spec.at("os", "name").isOneOf("windows")) {
            return;
        }
        FieldView ofPod = spec.at("securityContext", "appArmorProfile");
        for (FieldView container : Containers.all(spec)) {
            FieldView own = container.at("securityContext", "appArmorProfile");
            FieldView profile = own.present() ? own : ofPod.shownAt(own.path());
            match(annotations.entry(APP_ARMOR + container.at("name").text()), profile, "apparmor");
        }
    }

    /** Says whether the text of an annotation about AppArmor means the same as a profile, which may be absent. */
    static boolean sameAppArmor(String annotation, FieldView profile) {
        return switch (profile.at("type").text()) {
            case "Unconfined" -> annotation.equals("unconfined");
            case "RuntimeDefault" -> annotation.equals("runtime/default");
            case "Localhost" -> annotation.equals(LOCALHOST + profile.at("localhostProfile").text());
            default -> false;
        };
    }

    private static void match(FieldView annotation, FieldView profile, String what) {
        if (!annotation.present() || !profile.present()) {
            return;
        }
        String text = annotation.text();
        boolean same = switch (profile.at("type").text()) {
            case "Unconfined" -> text.equals("unconfined");
            case "RuntimeDefault" -> text.equals("runtime/default")
                    || what.equals("seccomp") && text.equals("docker/default");
            case "Localhost" -> text.startsWith(LOCALHOST);
            default -> true;
        };
        if (!same) {
            profile.at("type").forbidden(what + " type in annotation and field must match");
        } else if (profile.at("type").isOneOf("Localhost")
                && !text.substring(LOCALHOST.length()).equals(profile.at("localhostProfile").value())) {
            profile.at("localhostProfile").forbidden(what + " profile in annotation and field must match");
        }
    }

    /** Checks what may change of the annotations of a pod. */
    static void validateUpdate(FieldView annotations, FieldView old) {
        old.entries().forEach((key, was) -> {
            FieldView now = annotations.entry(key);
            if (now.sameAs(was)) {
                return;
            }
            if (key.startsWith(APP_ARMOR)) {
                now.forbidden("may not remove or update AppArmor annotations");
            } else if (key.equals(MIRROR)) {
                now.forbidden("may not remove or update mirror pod annotation");
            }
        });
        annotations.entries().forEach((key, now) -> {
            if (old.entry(key).present()) {
                return;
            }
            if (key.startsWith(APP_ARMOR)) {
                now.forbidden("may not add AppArmor annotations");
            } else if (key.equals(MIRROR)) {
                now.forbidden("may not add mirror pod annotation");
            }
        });
    }
}
