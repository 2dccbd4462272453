package mortise.controller.bootstraptoken;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import mortise.api.ApiObject;
import mortise.core.jwt.DetachedSignature;
import mortise.spi.controller.Controller;
import mortise.spi.controller.Followed;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.controller.ObjectChange;
import mortise.spi.controller.ObjectChanges;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * Signs the kubeconfig in {@code kube-public/cluster-info} with each bootstrap token that is for signing, so that who
 * knows a token can tell that it comes from somebody who knows it, too.
 */
@Component(name = "mortise.controller.bootstraptoken.signer", service = Controller.class, property = {
    Controller.NAME + "=bootstrap-signer-controller", Controller.ALIAS + "=bootstrapsigner",
    Controller.ON_REQUEST + ":Boolean=true", Controller.ACCOUNT + "=bootstrap-signer"})
public final class BootstrapSigner implements Controller {

    private static final Followed INFO = new Followed(BootstrapSecret.ALL.version(), "configmaps", "kube-public");
    private static final String INFO_NAME = "cluster-info";
    private static final String KUBECONFIG = "kubeconfig";
    private static final String SIGNATURE_BEGINS = "jws-kubeconfig-";
    /** A token that ends loses its signature in this time. */
    private static final Duration WAIT_MAX = Duration.ofSeconds(10);

    private final InstantSource clock;

    @Activate
    public BootstrapSigner() {
        this(InstantSource.system());
    }

    BootstrapSigner(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public void run(ObjectAccess objects) throws InterruptedException {
        var tokens = new HashMap<String, BootstrapSecret>();
        try (ObjectChanges changes = objects.follow(BootstrapSecret.ALL, INFO)) {
            while (true) {
                changes.next(WAIT_MAX).ifPresent(change -> note(tokens, change));
                // All that there are at first come one by one; one look at the config map is enough for them.
                Optional<ObjectChange> more = changes.next(Duration.ZERO);
                while (more.isPresent()) {
                    note(tokens, more.get());
                    more = changes.next(Duration.ZERO);
                }
                Tolerance.tolerantly(INFO_NAME, () -> sign(objects, tokens));
            }
        }
    }

    private static void note(Map<String, BootstrapSecret> tokens, ObjectChange change) {
        ApiObject object = change.object();
        if (!change.source().equals(BootstrapSecret.ALL)) {
            return;
        }
        if (change.type() == ObjectChange.Type.DELETED || !BootstrapSecret.isOne(object)) {
            tokens.remove(object.metadata().name());
        } else {
            tokens.put(object.metadata().name(), new BootstrapSecret(object));
        }
    }

    private void sign(ObjectAccess objects, Map<String, BootstrapSecret> tokens) {
        Optional<ApiObject> info = objects.get(INFO.version(), INFO.resource(), INFO.namespace(), INFO_NAME);
        String kubeconfig = info.map(map -> map.textAt("data", KUBECONFIG)).orElse("");
        if (info.isEmpty() || kubeconfig.isEmpty()) {
            return;
        }
        Map<String, String> wanted = signatures(kubeconfig, tokens);
        Map<String, @Nullable Object> data = info.get().structAt("data");
        var present = new TreeMap<String, @Nullable Object>(data);
        present.keySet().removeIf(key -> !key.startsWith(SIGNATURE_BEGINS));
        if (!present.equals(wanted)) {
            data.keySet().removeAll(present.keySet());
            data.putAll(wanted);
            objects.update(INFO.version(), INFO.resource(), info.get());
        }
    }

    private Map<String, String> signatures(String kubeconfig, Map<String, BootstrapSecret> tokens) {
        Instant now = clock.instant();
        var signatures = new TreeMap<String, String>();
        for (BootstrapSecret token : tokens.values()) {
            if (token.signs(now)) {
                signatures.put(SIGNATURE_BEGINS + token.id(),
                        DetachedSignature.of(kubeconfig, token.id(), token.proof()));
            }
        }
        return signatures;
    }
}
