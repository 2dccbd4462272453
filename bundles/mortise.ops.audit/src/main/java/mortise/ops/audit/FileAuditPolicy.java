package mortise.ops.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import mortise.spi.operations.AuditPolicy;
import mortise.spi.operations.AuditRule;
import mortise.spi.operations.AuditedRequest;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.metatype.annotations.Designate;

/** The policy of a file: the first rule that fits a request decides. Immutable; never blocks after its start. */
@Component(name = "mortise.ops.audit.policy", configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = AuditPolicyConfig.class)
public final class FileAuditPolicy implements AuditPolicy {

    static final int FILE_BYTES_MAX = 1 << 20;

    private final List<PolicyRule> rules;

    /**
     * Reads the file.
     *
     * @throws IllegalArgumentException when the file is not named, cannot be read or has a mistake in it
     */
    @Activate
    public FileAuditPolicy(AuditPolicyConfig config) {
        if (config.audit_policy_file().isBlank()) {
            throw new IllegalArgumentException("audit.policy.file: no file is named");
        }
        Path file = Path.of(config.audit_policy_file());
        try {
            rules = PolicyFile.parse(bytes(file));
        } catch (IllegalArgumentException mistake) {
            throw new IllegalArgumentException(
                    "audit.policy.file: " + file + ": " + mistake.getMessage(), mistake);
        }
    }

    private static byte[] bytes(Path file) {
        try {
            if (Files.size(file) > FILE_BYTES_MAX) {
                throw new IllegalArgumentException("larger than " + FILE_BYTES_MAX + " bytes");
            }
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("there is no such file", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot be read: " + e, e);
        }
    }

    @Override
    public AuditRule rule(AuditedRequest request) {
        return rule(rules, request);
    }

    static AuditRule rule(List<PolicyRule> rules, AuditedRequest request) {
        for (PolicyRule rule : rules) {
            if (rule.fits(request)) {
                return rule.outcome();
            }
        }
        return AuditRule.NOTHING;
    }
}
