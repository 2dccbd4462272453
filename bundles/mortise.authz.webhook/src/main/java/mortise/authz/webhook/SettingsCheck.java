package mortise.authz.webhook;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import mortise.api.Syntax;
import mortise.authz.webhook.AuthorizationSettings.Connection;
import mortise.authz.webhook.AuthorizationSettings.Entry;
import mortise.authz.webhook.AuthorizationSettings.Hook;
import mortise.core.expression.CompileException;
import mortise.core.settings.Problems;
import org.jspecify.annotations.Nullable;

/** What must hold for an authorization configuration, in the words that users know. */
final class SettingsCheck {

    static final int CONDITIONS_MAX = 64;
    static final int AUTHORIZERS_MAX = 64;
    static final Duration TIMEOUT_MAX = Duration.ofSeconds(30);

    private static final String[] TYPES = {"ABAC", "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook"};

    private final Problems problems = new Problems();

    private SettingsCheck() {
    }

    /** @throws IllegalArgumentException with everything that is wrong */
    static void check(AuthorizationSettings settings) {
        var check = new SettingsCheck();
        check.entries(settings.authorizers());
        check.problems.throwIfAny("");
    }

    /**
     * Modes are there from the start, or not at all; only other servers come and go.
     *
     * @throws IllegalArgumentException when a mode was added or removed
     */
    static void checkModes(AuthorizationSettings before, AuthorizationSettings after) {
        var problems = new Problems();
        Set<String> missing = modes(before);
        missing.removeAll(modes(after));
        if (!missing.isEmpty()) {
            problems.add("missing required types: " + missing.toString().replace(",", ""));
        }
        Set<String> extra = modes(after);
        extra.removeAll(modes(before));
        if (!extra.isEmpty()) {
            problems.add("unexpected types: " + extra.toString().replace(",", ""));
        }
        problems.throwIfAny("");
    }

    private static Set<String> modes(AuthorizationSettings settings) {
        var modes = new TreeSet<String>();
        settings.authorizers().forEach(entry -> modes.add(entry.type()));
        modes.remove(AuthorizationSettings.WEBHOOK);
        return modes;
    }

    private void entries(List<Entry> entries) {
        if (entries.isEmpty()) {
            problems.required("authorizers", "at least one authorization mode must be defined");
        }
        if (entries.size() > AUTHORIZERS_MAX) {
            problems.tooMany("authorizers", entries.size(), AUTHORIZERS_MAX);
            return;
        }
        var types = new HashSet<String>();
        var names = new HashSet<String>();
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            String path = "authorizers[" + i + "]";
            if (type(entry.type(), path + ".type", types)) {
                name(entry.name(), path + ".name", names);
                hook(entry, path);
            }
        }
    }

    private boolean type(String type, String path, Set<String> seen) {
        boolean webhook = type.equals(AuthorizationSettings.WEBHOOK);
        if (type.isEmpty()) {
            problems.required(path, "");
        } else if (!List.of(TYPES).contains(type)) {
            problems.unsupported(path, type, TYPES);
        } else if (!seen.add(type) && !webhook) {
            problems.duplicate(path, type);
        } else {
            return true;
        }
        return false;
    }

    private void name(String name, String path, Set<String> seen) {
        if (name.isEmpty()) {
            problems.required(path, "");
        } else if (!seen.add(name)) {
            problems.duplicate(path, name);
        } else {
            Syntax.subdomain(name).ifPresent(why -> problems.invalid(path, name, "authorizer name is invalid: " + why));
        }
    }

    private void hook(Entry entry, String path) {
        boolean webhook = entry.type().equals(AuthorizationSettings.WEBHOOK);
        if (!webhook && entry.hook().isPresent()) {
            problems.invalid(path + ".webhook", "non-null", "may only be specified when type=Webhook");
        } else if (webhook && entry.hook().isEmpty()) {
            problems.required(path + ".webhook", "required when type=Webhook");
        } else if (webhook) {
            hook(entry.hook().orElseThrow(), path);
        } else if (!entry.name().isEmpty() && !entry.name().equals(entry.type().toLowerCase(Locale.ROOT))) {
            problems.add("expected name " + entry.type().toLowerCase(Locale.ROOT) + " for authorizer " + entry.type()
                    + " instead of " + entry.name());
        }
    }

    private void hook(Hook hook, String path) {
        timeout(hook.timeout(), path + ".timeout");
        ttl(hook.authorizedTtl(), path + ".authorizedTTL");
        ttl(hook.unauthorizedTtl(), path + ".unauthorizedTTL");
        oneOf(hook.reviewVersion(), path + ".subjectAccessReviewVersion", "v1", "v1beta1");
        oneOf(hook.conditionVersion(), path + ".matchConditionSubjectAccessReviewVersion", "v1");
        oneOf(hook.failurePolicy(), path + ".failurePolicy", Webhook.NO_OPINION, Webhook.DENY);
        connection(hook.connection(), path + ".connectionInfo");
        conditions(hook.conditions(), path + ".matchConditions");
    }

    private void timeout(@Nullable Duration timeout, String path) {
        if (timeout == null || timeout.isZero()) {
            problems.required(path, "");
        } else if (timeout.isNegative() || timeout.compareTo(TIMEOUT_MAX) > 0) {
            problems.invalid(path, shown(timeout), "must be > 0s and <= 30s");
        }
    }

    private void ttl(@Nullable Duration ttl, String path) {
        if (ttl != null && ttl.isNegative()) {
            problems.invalid(path, shown(ttl), "must be > 0s");
        }
    }

    /** Writes a duration the way it is written in such files, in seconds below a minute. */
    private static String shown(Duration duration) {
        String sign = duration.isNegative() ? "-" : "";
        Duration whole = duration.abs();
        double seconds = whole.minusMinutes(whole.toMinutes()).toNanos() / 1e9;
        String text = (seconds == Math.rint(seconds) ? String.valueOf((long) seconds) : String.valueOf(seconds)) + "s";
        if (whole.toMinutes() == 0) {
            return sign + text;
        }
        return sign + (whole.toHours() > 0 ? whole.toHours() + "h" : "") + whole.toMinutesPart() + "m" + text;
    }

    private void oneOf(String value, String path, String... supported) {
        if (value.isEmpty()) {
            problems.required(path, "");
        } else if (!List.of(supported).contains(value)) {
            problems.unsupported(path, value, supported);
        }
    }

    private void connection(Connection connection, String path) {
        String file = connection.kubeConfigFile().orElse("");
        String filePath = path + ".kubeConfigFile";
        switch (connection.type()) {
            case "" -> problems.required(path + ".type", "");
            case Connection.IN_CLUSTER -> {
                if (connection.kubeConfigFile().isPresent()) {
                    problems.invalid(filePath, file, "can only be set when type=KubeConfigFile");
                }
            }
            case Connection.FILE -> file(file, filePath);
            default -> problems.unsupported(path + ".type", connection.type(), Connection.IN_CLUSTER, Connection.FILE);
        }
    }

    private void file(String file, String path) {
        if (file.isEmpty()) {
            problems.required(path, "");
        } else if (!Path.of(file).isAbsolute()) {
            problems.invalid(path, file, "must be an absolute path");
        } else {
            try {
                if (!Files.readAttributes(Path.of(file), BasicFileAttributes.class).isRegularFile()) {
                    problems.invalid(path, file, "must be a regular file");
                }
            } catch (NoSuchFileException missing) {
                problems.invalid(path, file, "error loading file: stat " + file + ": no such file or directory");
            } catch (IOException unreadable) {
                problems.invalid(path, file, "error loading file: " + unreadable.getMessage());
            }
        }
    }

    private void conditions(List<String> conditions, String path) {
        if (conditions.size() > CONDITIONS_MAX) {
            problems.tooMany(path, conditions.size(), CONDITIONS_MAX);
            return;
        }
        var seen = new HashSet<String>();
        for (int i = 0; i < conditions.size(); i++) {
            String expression = conditions.get(i);
            String at = path + "[" + i + "].expression";
            if (expression.isBlank()) {
                problems.required(at, "");
            } else if (!seen.add(expression)) {
                problems.duplicate(at, expression);
            } else {
                compile(expression, at);
            }
        }
    }

    private void compile(String expression, String path) {
        try {
            MatchConditions.compile(expression);
        } catch (CompileException unusable) {
            problems.invalid(path, expression, unusable.text());
        }
    }
}
