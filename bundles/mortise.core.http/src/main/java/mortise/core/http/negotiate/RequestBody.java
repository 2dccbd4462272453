package mortise.core.http.negotiate;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.Decoded;
import mortise.core.codec.JsonDecoder;
import mortise.core.codec.MalformedBodyException;
import mortise.core.codec.YamlDecoder;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.negotiate.Representation.Format;
import mortise.core.registry.PatchType;

/** Reads and decodes the bodies of requests. Pure but for reading the exchange, which blocks. */
public final class RequestBody {

    private static final DecodeLimits LIMITS = DecodeLimits.DEFAULT;
    private static final int QUOTED_MAX = 30;

    private RequestBody() {
    }

    /**
     * Reads the object of a create or an update.
     *
     * @param kind what it must be, for the message
     * @throws ApiException 415, 413 or 400
     */
    public static Decoded object(ApiExchange exchange, String kind) {
        Format format = format(exchange.wire().header("Content-Type"));
        byte[] body = exchange.wire().body(LIMITS.bytesMax());
        try {
            return decode(format, body);
        } catch (MalformedBodyException malformed) {
            String what = format == Format.JSON ? "couldn't get version/kind; json parse error: " : "";
            throw ApiException.badRequest("the object provided is unrecognized (must be of type " + kind + "): "
                    + what + malformed.getMessage() + " (" + quote(body) + ")");
        }
    }

    /**
     * Reads the options in the body of a deletion.
     *
     * @return the decoded body; one that holds {@code null} when there is none
     */
    static Decoded options(ApiExchange exchange) {
        byte[] body = exchange.wire().body(LIMITS.bytesMax());
        if (body.length == 0) {
            return new Decoded(null, List.of());
        }
        Format format = format(exchange.wire().header("Content-Type"));
        try {
            return decode(format, body);
        } catch (MalformedBodyException malformed) {
            throw ApiException.badRequest("couldn't get version/kind; json parse error: " + malformed.getMessage());
        }
    }

    /**
     * Returns which kind of patch the media type says.
     *
     * @throws ApiException 415 for one that is not served
     */
    public static PatchType patchType(ApiExchange exchange) {
        return switch (mediaType(exchange.wire().header("Content-Type"))) {
            case "application/json-patch+json" -> PatchType.JSON;
            case "application/merge-patch+json" -> PatchType.MERGE;
            default -> throw new ApiException(ApiStatus.of(ErrorReason.UNSUPPORTED_MEDIA_TYPE,
                    "415: Unsupported Media Type - accepted media types include: application/json-patch+json, "
                            + "application/merge-patch+json",
                    ApiStatus.Details.of(List.of(), 0)));
        };
    }

    /**
     * Reads a patch.
     *
     * @throws ApiException 413 or 400
     */
    public static Decoded patch(ApiExchange exchange, PatchType type) {
        byte[] body = exchange.wire().body(LIMITS.bytesMax());
        Decoded decoded;
        try {
            decoded = decode(Format.JSON, body);
        } catch (MalformedBodyException malformed) {
            throw ApiException.badRequest("error decoding patch: " + malformed.getMessage());
        }
        boolean fits = type == PatchType.JSON ? decoded.value() instanceof List : decoded.value() instanceof Map;
        if (!fits) {
            throw ApiException.badRequest("error decoding patch: json: cannot unmarshal "
                    + ApiObject.typeName(decoded.value()) + " into Go value of type "
                    + (type == PatchType.JSON ? "[]jsonPatchOp" : "map[string]interface {}"));
        }
        return decoded;
    }

    private static Decoded decode(Format format, byte[] body) {
        return format == Format.JSON ? JsonDecoder.decode(body, LIMITS) : YamlDecoder.decode(body, LIMITS);
    }

    private static Format format(String contentType) {
        return switch (mediaType(contentType)) {
            case "", "application/json" -> Format.JSON;
            case "application/yaml" -> Format.YAML;
            default -> throw new ApiException(ApiStatus.of(ErrorReason.UNSUPPORTED_MEDIA_TYPE,
                    "the body of the request was in an unknown format - accepted media types include: "
                            + "application/json, application/yaml"));
        };
    }

    private static String mediaType(String contentType) {
        int semicolon = contentType.indexOf(';');
        String type = semicolon < 0 ? contentType : contentType.substring(0, semicolon);
        return type.trim().toLowerCase(Locale.ROOT);
    }

    /** Shows the begin of a body: as text when it looks like an object, else as hexadecimal digits. */
    private static String quote(byte[] body) {
        if (body.length == 0) {
            return "<empty>";
        }
        int shown = Math.min(body.length, QUOTED_MAX);
        String text = body[0] == '{'
                ? new String(body, 0, shown, StandardCharsets.UTF_8) : HexFormat.of().formatHex(body, 0, shown);
        return body.length > QUOTED_MAX ? text + " ..." : text;
    }
}
