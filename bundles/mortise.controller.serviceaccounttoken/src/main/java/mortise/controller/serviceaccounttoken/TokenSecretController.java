package mortise.controller.serviceaccounttoken;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ErrorReason;
import mortise.api.GroupVersion;
import mortise.spi.authentication.TokenIssuer;
import mortise.spi.authentication.TokenOrder;
import mortise.spi.controller.Controller;
import mortise.spi.controller.Followed;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.controller.ObjectChange;
import mortise.spi.controller.ObjectChanges;
import mortise.spi.controller.Removal;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives secrets that ask for it a token of their service account that lasts as long as they do, and deletes them when
 * the account is not there, or not any more.
 */
@Component(
        name = "mortise.controller.serviceaccounttoken",
        property = Controller.NAME + "=serviceaccount-token-controller")
@Designate(ocd = TokenSecretConfig.class)
public final class TokenSecretController implements Controller {

    private static final Logger LOG = LoggerFactory.getLogger(TokenSecretController.class);

    private static final GroupVersion V1 = new GroupVersion("", "v1");
    private static final Followed SECRETS = new Followed(V1, "secrets", "");
    private static final Followed ACCOUNTS = new Followed(V1, "serviceaccounts", "");
    /** Nothing depends on it: changes end the wait. */
    private static final Duration WAIT = Duration.ofMinutes(1);
    /**
     * Somebody else was faster, which comes as another change; it has gone; or something speaks against it, such as an
     * immutable secret, and will do so the next time.
     */
    private static final Set<ErrorReason> NOT_WANTED = Set.of(
            ErrorReason.CONFLICT, ErrorReason.NOT_FOUND, ErrorReason.FORBIDDEN, ErrorReason.INVALID);

    private final boolean enabled;
    private final String authority;
    private final TokenIssuer issuer;
    private final String labelDomain;

    @Activate
    public TokenSecretController(
            TokenSecretConfig config, @Reference TokenIssuer issuer, @Reference ServerNames names) {
        this(config.service_account_token_secrets(), read(config.root_ca_file()), issuer, names.labelDomain());
    }

    /** Makes the controller for tests; {@code authority} is a PEM text or empty. */
    TokenSecretController(boolean enabled, String authority, TokenIssuer issuer, String labelDomain) {
        this.enabled = enabled;
        this.authority = authority;
        this.issuer = issuer;
        this.labelDomain = labelDomain;
    }

    private static String read(String file) {
        try {
            return file.isBlank() ? "" : Files.readString(Path.of(file.strip()));
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("root.ca.file: there is no file " + file, e);
        } catch (IOException e) {
            throw new IllegalArgumentException("root.ca.file: cannot read " + file + ": " + e, e);
        }
    }

    @Override
    public void run(ObjectAccess objects) throws InterruptedException {
        if (!enabled) {
            return;
        }
        try (ObjectChanges changes = objects.follow(SECRETS, ACCOUNTS)) {
            while (true) {
                Optional<ObjectChange> change = changes.next(WAIT);
                if (change.isPresent()) {
                    handle(objects, change.get());
                }
            }
        }
    }

    private void handle(ObjectAccess objects, ObjectChange change) {
        ApiObject object = change.object();
        boolean gone = change.type() == ObjectChange.Type.DELETED;
        if (change.source().equals(SECRETS) && !gone && TokenSecret.isOne(object)) {
            tolerantly(object, () -> settle(objects, object));
        } else if (change.source().equals(ACCOUNTS) && gone) {
            for (ApiObject secret : objects.list(V1, SECRETS.resource(), object.metadata().namespace())) {
                if (TokenSecret.isOne(secret) && new TokenSecret(secret, labelDomain).isOf(object)) {
                    tolerantly(secret, () -> settle(objects, secret));
                }
            }
        }
    }

    private static void tolerantly(ApiObject secret, Runnable work) {
        try {
            work.run();
        } catch (ApiException failed) {
            if (!NOT_WANTED.contains(failed.status().reason())) {
                throw failed;
            }
            LOG.debug("{} is left as it is: {}", secret, failed.getMessage());
        }
    }

    private void settle(ObjectAccess objects, ApiObject secret) {
        if (!secret.metadata().deletionTimestamp().isEmpty()) {
            return;
        }
        var held = new TokenSecret(secret, labelDomain);
        String namespace = secret.metadata().namespace();
        Optional<ApiObject> account = objects.get(V1, ACCOUNTS.resource(), namespace, held.account())
                .filter(held::isOf);
        if (account.isEmpty()) {
            objects.delete(V1, SECRETS.resource(), namespace, secret.metadata().name(), new Removal(
                    OptionalLong.empty(), Optional.of(secret.metadata().uid()), Optional.empty(), Optional.empty()));
        } else if (!held.isComplete(authority)) {
            held.fill(account.get(), authority);
            if (held.lacksToken()) {
                held.token(issuer.issue(new TokenOrder.Lasting(account(account.get()), secret.metadata().name()))
                        .token());
            }
            objects.update(V1, SECRETS.resource(), secret);
        }
    }

    private static TokenOrder.Account account(ApiObject account) {
        return new TokenOrder.Account(account.metadata().namespace(), account.metadata().name(),
                account.metadata().uid());
    }
}
