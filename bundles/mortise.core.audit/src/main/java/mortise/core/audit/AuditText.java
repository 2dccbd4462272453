package mortise.core.audit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import mortise.api.ApiStatus;
import mortise.api.UserInfo;
import mortise.core.codec.JsonEncoder;
import mortise.spi.operations.AuditEvent;
import mortise.spi.operations.AuditEvent.Outcome;
import mortise.spi.operations.AuditEvent.Target;

/** Writes events as JSON. Pure. */
public final class AuditText {

    /** The API version of events. */
    public static final String VERSION = "audit.k8s.io/v1";

    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final String TRUNCATED = "audit.k8s.io/truncated";

    private AuditText() {
    }

    /** Returns an {@code Event} of {@code audit.k8s.io/v1} as compact JSON. */
    public static byte[] event(AuditEvent event) {
        return json(event, Map.of("kind", "Event", "apiVersion", VERSION));
    }

    /** Returns the same for the items of an {@code EventList}, which says for all of them what they are. */
    public static byte[] item(AuditEvent event) {
        return json(event, Map.of());
    }

    private static byte[] json(AuditEvent event, Map<String, String> kind) {
        var out = new ByteArrayOutputStream(1024 + event.requestObject().length + event.responseObject().length);
        byte[] head = JsonEncoder.encode(head(event, kind));
        out.write(head, 0, head.length - 1);
        member(out, "requestObject", event.requestObject());
        member(out, "responseObject", event.responseObject());
        byte[] tail = JsonEncoder.encode(tail(event));
        out.write(',');
        out.write(tail, 1, tail.length - 1);
        return out.toByteArray();
    }

    private static void member(ByteArrayOutputStream out, String name, byte[] json) {
        if (json.length > 0) {
            out.writeBytes((",\"" + name + "\":").getBytes(StandardCharsets.US_ASCII));
            out.writeBytes(json);
        }
    }

    /** Returns the event without its bodies, and with a word about that. */
    public static AuditEvent truncated(AuditEvent event) {
        var annotations = new LinkedHashMap<>(event.annotations());
        annotations.put(TRUNCATED, "true");
        return new AuditEvent(event.id(), event.level(), event.stage(), event.request(), event.origin(),
                event.impersonation(), event.target(), event.outcome(), new byte[0], new byte[0], event.received(),
                event.at(), annotations);
    }

    private static Map<String, Object> head(AuditEvent event, Map<String, String> kind) {
        var fields = new LinkedHashMap<String, Object>();
        text(fields, "kind", kind.getOrDefault("kind", ""));
        text(fields, "apiVersion", kind.getOrDefault("apiVersion", ""));
        fields.put("level", event.level().text());
        fields.put("auditID", event.id());
        fields.put("stage", event.stage().text());
        fields.put("requestURI", event.origin().uri());
        fields.put("verb", event.request().verb());
        fields.put("user", event.request().user().map(AuditText::user).orElse(Map.of()));
        event.impersonation().ifPresent(impersonation -> {
            fields.put("impersonatedUser", user(impersonation.user()));
            if (!impersonation.constraint().isEmpty()) {
                fields.put("authenticationMetadata",
                        Map.of("impersonationConstraint", impersonation.constraint()));
            }
        });
        fields.put("sourceIPs", event.origin().addresses());
        text(fields, "userAgent", event.origin().userAgent());
        event.target().ifPresent(target -> fields.put("objectRef", reference(target)));
        event.outcome().ifPresent(outcome -> fields.put("responseStatus", status(outcome)));
        return fields;
    }

    private static Map<String, Object> tail(AuditEvent event) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("requestReceivedTimestamp", micros(event.received()));
        fields.put("stageTimestamp", micros(event.at()));
        if (!event.annotations().isEmpty()) {
            fields.put("annotations", new TreeMap<>(event.annotations()));
        }
        return fields;
    }

    private static String micros(Instant time) {
        return MICROS.format(time);
    }

    private static Map<String, Object> user(UserInfo user) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("username", user.name());
        text(fields, "uid", user.uid());
        if (!user.groups().isEmpty()) {
            fields.put("groups", user.groups());
        }
        if (!user.extra().isEmpty()) {
            fields.put("extra", new TreeMap<>(user.extra()));
        }
        return fields;
    }

    private static Map<String, Object> reference(Target target) {
        var fields = new LinkedHashMap<String, Object>();
        text(fields, "resource", target.resource());
        text(fields, "namespace", target.namespace());
        text(fields, "name", target.name());
        text(fields, "uid", target.uid());
        text(fields, "apiGroup", target.group());
        text(fields, "apiVersion", target.version());
        text(fields, "resourceVersion", target.resourceVersion());
        text(fields, "subresource", target.subresource());
        return fields;
    }

    private static Map<String, Object> status(Outcome outcome) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("metadata", Map.of());
        outcome.failure().ifPresent(failure -> {
            fields.put("status", "Failure");
            text(fields, "message", failure.message());
            text(fields, "reason", failure.reason().text());
            failure.details().ifPresent(details -> fields.put("details", details(details)));
        });
        fields.put("code", (long) outcome.code());
        return fields;
    }

    private static Map<String, Object> details(ApiStatus.Details details) {
        var fields = new LinkedHashMap<String, Object>();
        text(fields, "name", details.name());
        text(fields, "group", details.group());
        text(fields, "kind", details.kind());
        text(fields, "uid", details.uid());
        if (!details.causes().isEmpty()) {
            fields.put("causes", details.causes().stream().map(cause -> {
                var told = new LinkedHashMap<String, Object>();
                text(told, "reason", cause.reason());
                text(told, "message", cause.message());
                text(told, "field", cause.field());
                return told;
            }).toList());
        }
        if (details.retryAfterSeconds() > 0) {
            fields.put("retryAfterSeconds", (long) details.retryAfterSeconds());
        }
        return fields;
    }

    private static void text(Map<String, Object> fields, String name, String value) {
        if (!value.isEmpty()) {
            fields.put(name, value);
        }
    }
}
