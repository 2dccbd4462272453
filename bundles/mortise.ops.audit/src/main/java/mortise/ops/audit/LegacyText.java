package mortise.ops.audit;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import mortise.api.UserInfo;
import mortise.core.codec.JsonEncoder;
import mortise.spi.operations.AuditEvent;
import mortise.spi.operations.AuditEvent.Target;

/** Writes events as lines of text in the form of old. Pure. */
final class LegacyText {

    private LegacyText() {
    }

    /** Returns an event without the end of the line. */
    static byte[] line(AuditEvent event) {
        Optional<UserInfo> user = event.request().user();
        Optional<UserInfo> as = event.impersonation().map(AuditEvent.Impersonation::user);
        String line = event.received() + " AUDIT: id=" + quoted(event.id())
                + " stage=" + quoted(event.stage().text())
                + " ip=" + quoted(event.origin().addresses().isEmpty()
                        ? "<unknown>" : event.origin().addresses().get(0))
                + " method=" + quoted(event.request().verb())
                + " user=" + quoted(user.map(UserInfo::name).orElse("<none>"))
                + " groups=" + quoted(user.map(LegacyText::groups).orElse("<none>"))
                + " as=" + quoted(as.map(UserInfo::name).orElse("<self>"))
                + " asgroups=" + quoted(as.map(LegacyText::groups).orElse("<lookup>"))
                + " user-agent=" + quoted(event.origin().userAgent())
                + " namespace=" + quoted(event.target().map(Target::namespace).filter(name -> !name.isEmpty())
                        .orElse("<none>"))
                + " uri=" + quoted(event.origin().uri())
                + " response=\"" + event.outcome().map(outcome -> String.valueOf(outcome.code()))
                        .orElse("<deferred>") + "\"";
        return line.getBytes(StandardCharsets.UTF_8);
    }

    private static String groups(UserInfo user) {
        List<String> groups = user.groups();
        return groups.isEmpty() ? "<none>" : groups.stream().map(LegacyText::quoted).collect(Collectors.joining(","));
    }

    /** Quotes as JSON does, so that no value can end its line or begin another field. */
    private static String quoted(String text) {
        return new String(JsonEncoder.encode(text), StandardCharsets.UTF_8);
    }
}
