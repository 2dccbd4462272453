package mortise.core.http.negotiate;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.GroupVersionKind;
import mortise.core.codec.CborDecoder;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.Decoded;
import mortise.core.codec.JsonDecoder;
import mortise.core.codec.MalformedBodyException;
import mortise.core.codec.YamlDecoder;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.negotiate.Representation.Format;
import mortise.core.registry.PatchType;
import mortise.spi.group.StructType;

/** Reads and decodes the bodies of requests. Pure but for reading the exchange, which blocks. */
public final class RequestBody {

    private static final DecodeLimits LIMITS = DecodeLimits.DEFAULT;
    private static final int QUOTED_MAX = 30;

    private RequestBody() {
    }

    /**
     * Reads the object of a create or an update. One in protobuf that is not of the expected kind has no fields but
     * {@code kind} and {@code apiVersion}.
     *
     * @param kind what it must be
     * @param type its fields; without them it cannot be protobuf
     * @throws ApiException 415, 413 or 400
     */
    public static Decoded object(ApiExchange exchange, GroupVersionKind kind, Optional<StructType> type) {
        Format format = format(exchange);
        if (format == Format.PROTOBUF && type.isEmpty()) {
            throw unknownFormat(exchange);
        }
        byte[] body = exchange.wire().body(LIMITS.bytesMax());
        try {
            return audited(exchange, true, format == Format.PROTOBUF
                    ? ProtobufBody.object(body, kind, type.orElseThrow(), LIMITS) : decode(format, body));
        } catch (MalformedBodyException malformed) {
            String what = switch (format) {
                case JSON -> "couldn't get version/kind; json parse error: ";
                case CBOR -> "unable to determine group/version/kind: ";
                case YAML, PROTOBUF -> "";
            };
            throw ApiException.badRequest("the object provided is unrecognized (must be of type " + kind.kind() + "): "
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
        Format format = format(exchange);
        try {
            return audited(exchange, false,
                    format == Format.PROTOBUF ? ProtobufBody.options(body, LIMITS) : decode(format, body));
        } catch (MalformedBodyException malformed) {
            throw ApiException.badRequest((format == Format.JSON ? "couldn't get version/kind; json parse error: " : "")
                    + malformed.getMessage());
        }
    }

    /**
     * Returns which kind of patch the media type says.
     *
     * @throws ApiException 415 for one that is not served
     */
    public static PatchType patchType(ApiExchange exchange) {
        String mediaType = mediaType(exchange.wire().header("Content-Type"));
        return switch (mediaType) {
            case "application/json-patch+json" -> PatchType.JSON;
            case "application/merge-patch+json" -> PatchType.MERGE;
            case "application/strategic-merge-patch+json" -> PatchType.STRATEGIC;
            case "application/apply-patch+yaml" -> PatchType.APPLY;
            default -> {
                if (mediaType.equals("application/apply-patch+cbor") && exchange.plugins().cbor()) {
                    yield PatchType.APPLY;
                }
                throw new ApiException(ApiStatus.of(ErrorReason.UNSUPPORTED_MEDIA_TYPE,
                        "415: Unsupported Media Type", ApiStatus.Details.of(List.of(), 0)));
            }
        };
    }

    /**
     * Reads a patch.
     *
     * @throws ApiException 413 or 400
     */
    public static Decoded patch(ApiExchange exchange, PatchType type) {
        byte[] body = exchange.wire().body(LIMITS.bytesMax());
        Format format = patchFormat(exchange.wire().header("Content-Type"));
        Decoded decoded;
        try {
            decoded = decode(format, body);
        } catch (MalformedBodyException malformed) {
            throw ApiException.badRequest(decoding(type, format)
                    + (format == Format.YAML ? "error converting YAML to JSON: " : "") + malformed.getMessage());
        }
        boolean fits = type == PatchType.JSON ? decoded.value() instanceof List : decoded.value() instanceof Map;
        if (!fits) {
            throw ApiException.badRequest(decoding(type, format)
                    + (format == Format.YAML ? "error unmarshaling JSON: while decoding JSON: " : "")
                    + "json: cannot unmarshal "
                    + ApiObject.typeName(decoded.value()) + " into Go value of type "
                    + (type == PatchType.JSON ? "[]handlers.jsonPatchOp" : "map[string]interface {}"));
        }
        return audited(exchange, false, decoded);
    }

    private static Decoded audited(ApiExchange exchange, boolean object, Decoded decoded) {
        exchange.audit().ifPresent(trail -> trail.requestBody(decoded.value(), object));
        return decoded;
    }

    /** Clients know the answer to a strategic merge patch without these words. */
    private static String decoding(PatchType type, Format format) {
        return switch (type) {
            case STRATEGIC -> "";
            case JSON, MERGE -> "error decoding patch: ";
            case APPLY -> "error decoding " + format + ": ";
        };
    }

    /** The kind of a patch is its media type without what it is written in. */
    private static Format patchFormat(String contentType) {
        String type = mediaType(contentType);
        return type.endsWith("+cbor") ? Format.CBOR : type.endsWith("+yaml") ? Format.YAML : Format.JSON;
    }

    private static Decoded decode(Format format, byte[] body) {
        return switch (format) {
            case JSON -> JsonDecoder.decode(body, LIMITS);
            case YAML -> YamlDecoder.decode(body, LIMITS);
            case CBOR -> CborDecoder.decode(body, LIMITS);
            case PROTOBUF -> throw new IllegalArgumentException("protobuf cannot be read without a type");
        };
    }

    private static Format format(ApiExchange exchange) {
        String type = mediaType(exchange.wire().header("Content-Type"));
        Format format = type.isEmpty() ? Format.JSON : type.equals("*/*") ? null : Negotiator.format(type);
        if (format == null || (format == Format.CBOR && !exchange.plugins().cbor())) {
            throw unknownFormat(exchange);
        }
        return format;
    }

    private static ApiException unknownFormat(ApiExchange exchange) {
        return new ApiException(ApiStatus.of(ErrorReason.UNSUPPORTED_MEDIA_TYPE,
                "the body of the request was in an unknown format - accepted media types include: "
                        + Negotiator.served(exchange.plugins().cbor())));
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
