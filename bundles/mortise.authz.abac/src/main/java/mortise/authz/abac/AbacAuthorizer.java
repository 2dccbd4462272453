package mortise.authz.abac;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import mortise.api.ListSetting;
import mortise.core.settings.FollowedFile;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.Authorizer;
import mortise.spi.authorization.Decision;
import mortise.spi.authorization.RuleSource;
import mortise.spi.authorization.Rules;
import mortise.spi.authorization.RulesQuestion;
import mortise.spi.operations.ServerNames;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Allows what a policy of the file allows, and has no opinion on anything else. The policies are one immutable list
 * that is replaced when the file changes; a file that cannot be used changes nothing. A request never waits.
 */
@Component(name = "mortise.authz.abac", service = Authorizer.class, property = Authorizer.MODE + "=ABAC",
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = AbacConfig.class)
public final class AbacAuthorizer implements Authorizer, RuleSource {

    private static final Logger LOG = LoggerFactory.getLogger(AbacAuthorizer.class);
    private static final int POLICIES_BYTES_MAX = 16 << 20;
    private static final Duration LOOK_PERIOD = Duration.ofSeconds(2);
    private static final String MODE = "ABAC";
    private static final Decision ALLOWED = new Decision.Allow("");
    private static final Decision NO_OPINION = new Decision.NoOpinion("No policy matched.");
    private static final List<String> READING = List.of("get", "list", "watch");

    private final @Nullable FollowedFile file;
    private final String labelDomain;
    private final Optional<ScheduledExecutorService> timer;
    /** Written by one thread at a time. */
    private volatile List<Policy> policies = List.of();
    /** The problem that is in the log, so that it is there once. For the thread of {@link #look}. */
    private String problem = "";

    /**
     * Reads the file.
     *
     * @throws IllegalArgumentException when it cannot be read or has a mistake in it, or does not fit the modes
     */
    @Activate
    public AbacAuthorizer(AbacConfig config, @Reference ServerNames names) {
        this(config, names, true);
    }

    AbacAuthorizer(AbacConfig config, ServerNames names, boolean timed) {
        labelDomain = names.labelDomain();
        String path = config.authorization_policy_file().strip();
        requireMode(config.authorization_mode(), !path.isEmpty());
        file = path.isEmpty() ? null : new FollowedFile(path, POLICIES_BYTES_MAX);
        if (file != null) {
            first(file);
        }
        timer = timed && file != null ? Optional.of(Executors.newSingleThreadScheduledExecutor(task -> {
            var thread = new Thread(task, "mortise-authz-abac");
            thread.setDaemon(true);
            return thread;
        })) : Optional.empty();
        timer.ifPresent(looking -> looking.scheduleWithFixedDelay(
                this::lookQuietly, LOOK_PERIOD.toMillis(), LOOK_PERIOD.toMillis(), TimeUnit.MILLISECONDS));
    }

    /** @param modes those of the start flags; empty when nobody said */
    private static void requireMode(String[] modes, boolean fileGiven) {
        boolean mode = ListSetting.texts(modes).contains(MODE);
        if (mode && !fileGiven) {
            throw new IllegalArgumentException("authorization.mode: authorization-mode ABAC's authorization policy file"
                    + " not passed");
        }
        if (modes.length > 0 && !mode && fileGiven) {
            throw new IllegalArgumentException("authorization.policy.file: cannot specify --authorization-policy-file"
                    + " without mode ABAC");
        }
    }

    @Deactivate
    void stop() {
        timer.ifPresent(ScheduledExecutorService::shutdownNow);
    }

    @Override
    public Decision authorize(AuthorizationRequest request) {
        for (Policy policy : policies) {
            if (policy.allows(request)) {
                return ALLOWED;
            }
        }
        return NO_OPINION;
    }

    @Override
    public Rules rules(RulesQuestion question) {
        var resources = new ArrayList<Rules.Resources>();
        var paths = new ArrayList<Rules.Paths>();
        for (Policy policy : policies) {
            if (policy.isAbout(question.user())) {
                add(policy, question.namespace(), resources, paths);
            }
        }
        return new Rules(resources, paths, false, List.of());
    }

    private static void add(Policy policy, String namespace, List<Rules.Resources> resources, List<Rules.Paths> paths) {
        List<String> verbs = policy.readonly() ? READING : List.of(Policy.ALL);
        boolean there = policy.namespace().equals(Policy.ALL) || policy.namespace().equals(namespace);
        if (there && !policy.resource().isEmpty()) {
            resources.add(new Rules.Resources(verbs, List.of(policy.apiGroup()), List.of(policy.resource()),
                    List.of()));
        }
        if (!policy.nonResourcePath().isEmpty()) {
            paths.add(new Rules.Paths(verbs, List.of(policy.nonResourcePath())));
        }
    }

    /** A task that throws is not run again. */
    private void lookQuietly() {
        try {
            look();
        } catch (RuntimeException e) {
            LOG.error("looking at the policies failed", e);
        }
    }

    /** Reads the file again if it has changed. For one thread at a time. */
    void look() {
        if (file == null) {
            return;
        }
        try {
            Optional<byte[]> text = file.changed();
            if (text.isPresent()) {
                take(text.get(), file);
                LOG.info("authorization.policy.file: {} has changed, {} policies count now", file.path(),
                        policies.size());
            }
            problem = "";
        } catch (IOException | IllegalArgumentException unusable) {
            String described = String.valueOf(unusable.getMessage());
            if (!described.equals(problem)) {
                problem = described;
                LOG.error("authorization.policy.file: the policies before stay in force: {}", described);
            }
        }
    }

    private void first(FollowedFile start) {
        try {
            take(start.changed().orElse(new byte[0]), start);
        } catch (IOException | IllegalArgumentException e) {
            throw new IllegalArgumentException("authorization.policy.file: " + e.getMessage(), e);
        }
    }

    private void take(byte[] bytes, FollowedFile from) throws IOException {
        PolicyReader.Policies read = PolicyReader.read(text(bytes, from), from.path().toString(), labelDomain);
        if (read.unversioned() > 0) {
            LOG.warn("Policy file {} contained unversioned rules.", from.path());
        }
        policies = read.policies();
    }

    private static String text(byte[] bytes, FollowedFile from) throws IOException {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw new IOException(from.path() + " is not UTF-8 text", e);
        }
    }
}
