package mortise.group.authorization;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.GroupVersionKind;
import mortise.api.UserInfo;
import mortise.core.schema.FieldView;
import mortise.spi.authorization.AuthorizationRequest;
import mortise.spi.authorization.AuthorizerChain;
import mortise.spi.authorization.Decision;
import mortise.spi.authorization.Verdict;
import mortise.spi.group.ActionRequest;
import mortise.spi.group.VirtualObjects;
import org.jspecify.annotations.Nullable;

/** Says whether somebody may do something. */
final class AccessReviews implements VirtualObjects {

    /** About whom reviews of a kind are. */
    enum About { ANYBODY, CALLER, ONE_NAMESPACE }

    private final GroupVersionKind noKind;
    private final About about;
    private final Supplier<AuthorizerChain> authorizers;

    AccessReviews(String group, About about, Supplier<AuthorizerChain> authorizers) {
        // Messages about these have never named the kind.
        this.noKind = new GroupVersionKind(group, "", "");
        this.about = about;
        this.authorizers = authorizers;
    }

    @Override
    public ApiObject perform(ActionRequest request) {
        ApiObject review = request.body();
        List<FieldError> errors = AccessChecks.validate(review, about);
        if (!errors.isEmpty()) {
            throw ApiException.invalid(noKind, "", errors);
        }
        FieldView spec = FieldView.root(review, new ArrayList<>()).at("spec");
        UserInfo user = about == About.CALLER ? request.user() : user(spec);
        FieldView resource = spec.at("resourceAttributes");
        Selectors selectors = Selectors.of(resource);
        AuthorizationRequest question = resource.present()
                ? aboutResource(user, resource, selectors) : aboutPath(user, spec.at("nonResourceAttributes"));
        Verdict verdict = authorizers.get().decide(question);
        var problems = new ArrayList<>(verdict.errors());
        problems.addAll(selectors.problems());
        review.tree().put("status", status(verdict.decision(), problems));
        return review;
    }

    private static UserInfo user(FieldView spec) {
        var extra = new LinkedHashMap<String, List<String>>();
        spec.at("extra").entries().forEach((key, values) -> extra.put(key, values.texts()));
        return new UserInfo(spec.at("user").text(), spec.at("uid").text(), spec.at("groups").texts(), extra);
    }

    private static AuthorizationRequest aboutResource(UserInfo user, FieldView resource, Selectors selectors) {
        String version = resource.at("version").text();
        return new AuthorizationRequest(user, resource.at("verb").text(), "", true, resource.at("group").text(),
                version.isEmpty() ? "*" : version, resource.at("resource").text(), resource.at("subresource").text(),
                resource.at("namespace").text(), resource.at("name").text(), selectors.labels(), selectors.fields());
    }

    private static AuthorizationRequest aboutPath(UserInfo user, FieldView path) {
        return new AuthorizationRequest(user, path.at("verb").text(), path.at("path").text(), false, "", "", "", "",
                "", "", Selectors.NONE.labels(), Selectors.NONE.fields());
    }

    private static Map<String, @Nullable Object> status(Decision decision, List<String> problems) {
        var status = new LinkedHashMap<String, @Nullable Object>();
        status.put("allowed", decision instanceof Decision.Allow);
        if (decision instanceof Decision.Deny) {
            status.put("denied", true);
        }
        String reason = reason(decision);
        if (!reason.isEmpty()) {
            status.put("reason", reason);
        }
        if (!problems.isEmpty()) {
            status.put("evaluationError", joined(problems));
        }
        return status;
    }

    private static String reason(Decision decision) {
        if (decision instanceof Decision.Allow allow) {
            return allow.reason();
        }
        return decision instanceof Decision.Deny deny ? deny.reason() : ((Decision.NoOpinion) decision).reason();
    }

    static String joined(List<String> problems) {
        return problems.size() == 1 ? problems.get(0) : "[" + String.join(", ", problems) + "]";
    }
}
