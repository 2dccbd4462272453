package mortise.ops.audit;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Configurations as Declarative Services makes them. */
final class Settings {

    private Settings() {
    }

    /** Returns settings of a log with a file; more are names and values in turns. */
    static AuditLogConfig log(Path file, Object... more) {
        var values = new HashMap<String, Object>(Map.of("audit_log_path", file.toString()));
        for (int i = 0; i < more.length; i += 2) {
            values.put((String) more[i], more[i + 1]);
        }
        return of(AuditLogConfig.class, values);
    }

    static AuditPolicyConfig policy(Path file) {
        return of(AuditPolicyConfig.class, Map.of("audit_policy_file", file.toString()));
    }

    private static <T> T of(Class<T> type, Map<String, Object> values) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
                (proxy, method, arguments) -> values.getOrDefault(method.getName(), method.getDefaultValue())));
    }
}
