package mortise.ops.audit;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import mortise.tck.operations.Configurations;

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
        return Configurations.of(AuditLogConfig.class, values);
    }

    static AuditPolicyConfig policy(Path file) {
        return Configurations.of(AuditPolicyConfig.class, Map.of("audit_policy_file", file.toString()));
    }
}
