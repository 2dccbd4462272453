package mortise.group.authentication;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.spi.authentication.TokenAuthentication;
import mortise.spi.authentication.TokenFindings;
import mortise.spi.authentication.TokenQuestion;
import mortise.spi.group.ActionRequest;
import mortise.spi.group.VirtualObjects;
import org.jspecify.annotations.Nullable;

/** Says whose a token is, for servers that trust this one with it. */
final class TokenReviews implements VirtualObjects {

    private final Supplier<TokenAuthentication> tokens;

    TokenReviews(Supplier<TokenAuthentication> tokens) {
        this.tokens = tokens;
    }

    @Override
    public ApiObject perform(ActionRequest request) {
        ApiObject review = request.body();
        String token = review.textAt("spec", "token");
        if (token.isEmpty()) {
            throw ApiException.badRequest("token is required for TokenReview in authentication");
        }
        TokenFindings findings = tokens.get().authenticate(new TokenQuestion(token, audiences(review)));
        review.tree().put("status", status(findings));
        return review;
    }

    private static List<String> audiences(ApiObject review) {
        var audiences = new ArrayList<String>();
        if (review.at("spec", "audiences") instanceof List<?> list) {
            list.forEach(audience -> audiences.add(String.valueOf(audience)));
        }
        return audiences;
    }

    private static Map<String, @Nullable Object> status(TokenFindings findings) {
        var status = new LinkedHashMap<String, @Nullable Object>();
        if (findings.user().isEmpty()) {
            status.put("user", new LinkedHashMap<String, @Nullable Object>());
            status.put("error", joined(findings.problems()));
            return status;
        }
        status.put("authenticated", true);
        status.put("user", Users.tree(findings.user().get()));
        if (!findings.audiences().isEmpty()) {
            status.put("audiences", new ArrayList<@Nullable Object>(findings.audiences()));
        }
        return status;
    }

    private static String joined(List<String> problems) {
        return problems.size() == 1 ? problems.get(0) : "[" + String.join(", ", problems) + "]";
    }
}
