package mortise.authn.serviceaccount;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.core.jwt.JwtJson;
import mortise.core.jwt.VerificationKey;
import mortise.spi.operations.Endpoint;
import mortise.spi.operations.EndpointRequest;
import mortise.spi.operations.EndpointResponse;

/** Tells others who issues tokens, and with which keys they can check them. Any thread. */
final class IssuerDocuments implements Endpoint {

    static final String CONFIGURATION = "/.well-known/openid-configuration";
    static final String KEYS = "/openid/v1/jwks";

    private static final Map<String, String> HEADERS = Map.of("Cache-Control", "public, max-age=3600");

    private final Settings settings;
    private final Supplier<String> address;

    /** @param address returns where this server listens, for example {@code https://127.0.0.1:6443} */
    IssuerDocuments(Settings settings, Supplier<String> address) {
        this.settings = settings;
        this.address = address;
    }

    @Override
    public EndpointResponse get(EndpointRequest request) {
        if (!settings.issuers().get(0).startsWith("https://") || settings.published().isEmpty()) {
            throw new ApiException(ApiStatus.of(ErrorReason.NOT_FOUND,
                    "the server could not find the requested resource", ApiStatus.Details.of(List.of(), 0)));
        }
        return request.path().equals(KEYS)
                ? new EndpointResponse(200, "application/jwk-set+json", HEADERS, keys())
                : new EndpointResponse(200, "application/json", HEADERS, configuration());
    }

    private byte[] keys() {
        return JwtJson.write(Map.of("keys", settings.published().stream().map(VerificationKey::toJwk).toList()));
    }

    private byte[] configuration() {
        var document = new LinkedHashMap<String, Object>();
        document.put("issuer", settings.issuers().get(0));
        document.put("jwks_uri", settings.jwksUri().isEmpty() ? address.get() + KEYS : settings.jwksUri());
        document.put("response_types_supported", List.of("id_token"));
        document.put("subject_types_supported", List.of("public"));
        document.put("id_token_signing_alg_values_supported",
                settings.published().stream().map(VerificationKey::algorithm).distinct().sorted().toList());
        return JwtJson.write(document);
    }
}
