package mortise.admission.serviceaccount;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.GroupResource;
import mortise.core.late.LateService;
import mortise.spi.admission.AdmissionDecision;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.admission.MutatingAdmission;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.operations.ServerNames;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;

/** Gives new pods their service account, its token and its pull secrets, and refuses pods of an account that is not. */
@Component(
        name = "mortise.admission.serviceaccount",
        property = MutatingAdmission.NAME + "=ServiceAccount")
@Designate(ocd = ServiceAccountConfig.class)
public final class ServiceAccountAdmission implements MutatingAdmission {

    private static final GroupResource PODS = new GroupResource("", "pods");
    /** As in generated names: no vowels and nothing that looks alike. */
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
    private static final int SUFFIX_LENGTH = 5;

    // The server gives access to objects once it has its plug-ins, so this one cannot wait for it.
    private final LateService<ObjectAccess> objects;
    private final Accounts accounts;
    private final TokenVolume token;
    private final String mirrorAnnotation;

    /**
     * Makes the plug-in.
     *
     * @throws IllegalArgumentException when a setting is wrong, with its name
     */
    @Activate
    public ServiceAccountAdmission(
            @Reference ServerNames names, ServiceAccountConfig config, BundleContext context) {
        this.objects = LateService.of(context, ObjectAccess.class);
        this.accounts = new Accounts(objects::find, Duration.ofMillis(config.default_service_account_wait_millis()));
        this.token = new TokenVolume(names.labelDomain(), configKey(config.service_ca_config_map()),
                suffixes(new SecureRandom()));
        this.mirrorAnnotation = mirrorAnnotation(names);
    }

    /** Makes the plug-in for tests. */
    ServiceAccountAdmission(ServerNames names, Accounts accounts, TokenVolume token) {
        this.objects = LateService.given(() -> null);
        this.accounts = accounts;
        this.token = token;
        this.mirrorAnnotation = mirrorAnnotation(names);
    }

    private static String mirrorAnnotation(ServerNames names) {
        return names.labelDomain() + "/config.mirror";
    }

    static Optional<TokenVolume.ConfigKey> configKey(String setting) {
        if (setting.isEmpty()) {
            return Optional.empty();
        }
        String[] parts = setting.split(":", -1);
        if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
            throw new IllegalArgumentException("service.ca.config.map: not of the form name:key: " + setting);
        }
        return Optional.of(new TokenVolume.ConfigKey(parts[0], parts[1]));
    }

    static Supplier<String> suffixes(RandomGenerator random) {
        return () -> {
            var suffix = new StringBuilder();
            for (int i = 0; i < SUFFIX_LENGTH; i++) {
                suffix.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
            }
            return suffix.toString();
        };
    }

    @Override
    public AdmissionDecision admit(AdmissionRequest request) {
        boolean mine = request.operation() == Operation.CREATE && request.resource().equals(PODS)
                && request.subresource().isEmpty();
        Optional<Map<String, @Nullable Object>> spec =
                request.object().flatMap(pod -> Trees.asStruct(pod.tree().get("spec")));
        return mine && spec.isPresent() ? admit(request, request.object().orElseThrow(), spec.get())
                : AdmissionDecision.ADMITTED;
    }

    private AdmissionDecision admit(AdmissionRequest request, ApiObject pod, Map<String, @Nullable Object> spec) {
        if (pod.metadata().annotations().containsKey(mirrorAnnotation)) {
            return MirrorPods.fault(spec).map(fault -> AdmissionDecision.forbidden(request, fault))
                    .orElse(AdmissionDecision.ADMITTED);
        }
        String name = spec.get("serviceAccountName") instanceof String given && !given.isEmpty()
                ? given : Accounts.DEFAULT;
        Optional<ApiObject> account;
        try {
            account = accounts.find(request.namespace(), name);
        } catch (ApiException failed) {
            return notFound(request, name, failed.status().message());
        }
        if (account.isEmpty()) {
            return notFound(request, name, "serviceaccount \"" + name + "\" not found");
        }
        apply(account.get(), name, spec);
        return AdmissionDecision.ADMITTED;
    }

    private static AdmissionDecision notFound(AdmissionRequest request, String name, String why) {
        return AdmissionDecision.forbidden(request,
                "error looking up service account " + request.namespace() + "/" + name + ": " + why);
    }

    private void apply(ApiObject account, String name, Map<String, @Nullable Object> spec) {
        spec.put("serviceAccountName", name);
        // The old name of the field, which clients from before may still read.
        spec.put("serviceAccount", name);
        if (wantsToken(spec.get("automountServiceAccountToken"), account)) {
            token.mount(spec);
        }
        boolean named = spec.get("imagePullSecrets") instanceof List<?> list && !list.isEmpty();
        Object secrets = account.tree().get("imagePullSecrets");
        if (!named && !Trees.structs(secrets).isEmpty()) {
            spec.put("imagePullSecrets", ApiObject.copy(secrets));
        }
    }

    /** The pod decides, then the account. */
    private static boolean wantsToken(@Nullable Object ofPod, ApiObject account) {
        Object wanted = ofPod == null ? account.tree().get("automountServiceAccountToken") : ofPod;
        return !Boolean.FALSE.equals(wanted);
    }

    @Deactivate
    void deactivate() {
        objects.close();
    }
}
