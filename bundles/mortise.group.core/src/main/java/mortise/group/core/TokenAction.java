package mortise.group.core;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.FieldError;
import mortise.api.GroupResource;
import mortise.api.GroupVersion;
import mortise.api.ObjectMeta;
import mortise.core.schema.FieldView;
import mortise.spi.authentication.IssuedToken;
import mortise.spi.authentication.TokenIssuer;
import mortise.spi.authentication.TokenOrder;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.group.ActionRequest;
import mortise.spi.group.ObjectAction;
import org.jspecify.annotations.Nullable;

/** Gives a service account a token. Nothing is stored, so a dry run gives one as well. */
final class TokenAction implements ObjectAction {

    private static final GroupVersion CORE = new GroupVersion("", "v1");
    private static final GroupResource ACCOUNTS = new GroupResource("", "serviceaccounts");
    private static final long USUAL_SECONDS = 3600;
    private static final long SECONDS_MIN = 600;
    private static final long SECONDS_MAX = 1L << 32;

    private final Supplier<ObjectAccess> objects;
    private final Supplier<Optional<TokenIssuer>> issuer;
    private final InstantSource clock;

    /** @param issuer returns who signs tokens; nothing where nobody does */
    TokenAction(Supplier<ObjectAccess> objects, Supplier<Optional<TokenIssuer>> issuer, InstantSource clock) {
        this.objects = objects;
        this.issuer = issuer;
        this.clock = clock;
    }

    @Override
    public ApiObject perform(ActionRequest request) {
        TokenIssuer signer = issuer.get().orElseThrow(() -> new ApiException(ApiStatus.of(ErrorReason.NOT_FOUND,
                "the server could not find the requested resource", ApiStatus.Details.of(List.of(), 0))));
        ApiObject account = request.object().orElseThrow();
        ApiObject body = request.body();
        checkName(body, account.metadata().name());
        checkUid(body, account);
        validate(body);
        IssuedToken token = signer.issue(order(body, account));
        return answer(body, account, token);
    }

    private static void checkName(ApiObject body, String account) {
        var errors = new ArrayList<FieldError>();
        FieldView name = FieldView.root(body, errors).at("metadata", "name");
        if (!name.text().isEmpty() && !name.text().equals(account)) {
            name.invalid("must match the service account name if specified");
            throw ApiException.invalid(GroupVersion.parse(body.apiVersion()).kind(body.kind()), account, errors);
        }
    }

    private static void checkUid(ApiObject body, ApiObject account) {
        String uid = body.metadata().uid();
        if (!uid.isEmpty() && !uid.equals(account.metadata().uid())) {
            throw ApiException.conflict(ACCOUNTS, account.metadata().name(), "the UID in the token request (" + uid
                    + ") does not match the UID of the service account (" + account.metadata().uid() + ")");
        }
    }

    private static void validate(ApiObject body) {
        var errors = new ArrayList<FieldError>();
        FieldView expiration = FieldView.root(body, errors).at("spec", "expirationSeconds");
        if (expiration.number(USUAL_SECONDS) < SECONDS_MIN) {
            expiration.invalid("may not specify a duration less than 10 minutes");
        }
        if (expiration.number(USUAL_SECONDS) > SECONDS_MAX) {
            expiration.invalid("may not specify a duration larger than 2^32 seconds");
        }
        if (!errors.isEmpty()) {
            throw ApiException.invalid(GroupVersion.parse(body.apiVersion()).kind(body.kind()), "", errors);
        }
    }

    private TokenOrder order(ApiObject body, ApiObject account) {
        FieldView spec = FieldView.root(body, new ArrayList<>()).at("spec");
        FieldView wanted = spec.at("boundObjectRef");
        Optional<ApiObject> bound = wanted.present() ? Optional.of(bound(wanted, account)) : Optional.empty();
        Optional<TokenOrder.Reference> node = bound.filter(object -> wanted.at("kind").text().equals("Pod"))
                .map(pod -> pod.textAt("spec", "nodeName")).filter(name -> !name.isEmpty()).map(this::node);
        var subject = new TokenOrder.Account(account.metadata().namespace(), account.metadata().name(),
                account.metadata().uid());
        return new TokenOrder.Timed(subject, spec.at("audiences").texts(),
                spec.at("expirationSeconds").number(USUAL_SECONDS),
                bound.map(object -> reference(wanted.at("kind").text(), object)), node);
    }

    private ApiObject bound(FieldView wanted, ApiObject account) {
        GroupVersion version = GroupVersion.parse(wanted.at("apiVersion").text());
        String kind = wanted.at("kind").text();
        String resource = version.group().isEmpty() ? switch (kind) {
            case "Pod" -> "pods";
            case "Node" -> "nodes";
            case "Secret" -> "secrets";
            default -> "";
        } : "";
        if (resource.isEmpty()) {
            throw ApiException.badRequest("cannot bind token to object of type " + version.group() + "/"
                    + version.version() + ", Kind=" + kind);
        }
        String name = wanted.at("name").text();
        String namespace = kind.equals("Node") ? "" : account.metadata().namespace();
        ApiObject object = objects.get().get(CORE, resource, namespace, name)
                .orElseThrow(() -> ApiException.notFound(new GroupResource("", resource), name));
        if (kind.equals("Pod") && !object.textAt("spec", "serviceAccountName").equals(account.metadata().name())) {
            throw ApiException.badRequest("cannot bind token for serviceaccount \"" + account.metadata().name()
                    + "\" to pod running with different serviceaccount name.");
        }
        checkUid(wanted, object, version, kind);
        return object;
    }

    private static void checkUid(FieldView wanted, ApiObject object, GroupVersion version, String kind) {
        String uid = wanted.at("uid").text();
        if (!uid.isEmpty() && !uid.equals(object.metadata().uid())) {
            throw ApiException.conflict(new GroupResource(version.group(), kind), object.metadata().name(),
                    "the UID in the bound object reference (" + uid + ") does not match the UID in record. The object"
                    + " might have been deleted and then recreated");
        }
    }

    /** A node that is not there any more is named all the same: the pod says that it is on it. */
    private TokenOrder.Reference node(String name) {
        return objects.get().get(CORE, "nodes", "", name).map(node -> reference("Node", node))
                .orElseGet(() -> new TokenOrder.Reference("Node", name, ""));
    }

    private static TokenOrder.Reference reference(String kind, ApiObject object) {
        return new TokenOrder.Reference(kind, object.metadata().name(), object.metadata().uid());
    }

    private ApiObject answer(ApiObject body, ApiObject account, IssuedToken token) {
        if (body.metadata().name().isEmpty()) {
            body.metadata().setName(account.metadata().name());
        }
        body.metadata().setNamespace(account.metadata().namespace());
        body.metadata().setUid(account.metadata().uid());
        body.metadata().setCreationTimestamp(ObjectMeta.time(clock.instant()));
        Map<String, @Nullable Object> spec = body.structAt("spec");
        spec.put("audiences", new ArrayList<@Nullable Object>(token.audiences()));
        spec.put("expirationSeconds", token.lifetimeSeconds());
        var status = new LinkedHashMap<String, @Nullable Object>();
        status.put("token", token.token());
        status.put("expirationTimestamp", token.expires().map(ObjectMeta::time).orElse(null));
        body.tree().put("status", status);
        return body;
    }
}
