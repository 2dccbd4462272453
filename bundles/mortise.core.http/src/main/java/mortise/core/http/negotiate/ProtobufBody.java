package mortise.core.http.negotiate;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.ApiException;
import mortise.api.GroupVersionKind;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.Decoded;
import mortise.core.codec.JsonDecoder;
import mortise.core.codec.MalformedBodyException;
import mortise.core.codec.MetaMessages;
import mortise.core.codec.ProtobufDecoder;
import mortise.core.codec.ProtobufEnvelope;
import mortise.core.codec.ProtobufEnvelope.Opened;
import mortise.spi.group.StructType;
import org.jspecify.annotations.Nullable;

/** Decodes bodies in the protobuf envelope. Pure. */
final class ProtobufBody {

    private ProtobufBody() {
    }

    /**
     * Decodes an object of a kind. One of another kind, as its envelope says, is left undecoded: its tree has only
     * {@code kind} and {@code apiVersion}.
     *
     * @throws MalformedBodyException when there is no envelope
     * @throws ApiException 400 when what is in it is broken
     */
    static Decoded object(byte[] body, GroupVersionKind kind, StructType type, DecodeLimits limits) {
        Opened opened = ProtobufEnvelope.open(body);
        boolean expected = (opened.kind().isEmpty() || opened.kind().equals(kind.kind()))
                && (opened.apiVersion().isEmpty() || opened.apiVersion().equals(kind.groupVersion().toString()));
        return expected ? content(opened, kind.kind(), kind.groupVersion().toString(), type, limits)
                : new Decoded(header(opened.kind(), opened.apiVersion()), List.of());
    }

    /**
     * Decodes the options of a deletion.
     *
     * @throws MalformedBodyException when there is no envelope
     * @throws ApiException 400 when what is in it is broken
     */
    static Decoded options(byte[] body, DecodeLimits limits) {
        Opened opened = ProtobufEnvelope.open(body);
        String kind = opened.kind().isEmpty() ? "DeleteOptions" : opened.kind();
        return kind.equals("DeleteOptions")
                ? content(opened, kind, opened.apiVersion(), MetaMessages.DELETE_OPTIONS, limits)
                : new Decoded(header(kind, opened.apiVersion()), List.of());
    }

    private static Decoded content(
            Opened opened, String kind, String apiVersion, StructType type, DecodeLimits limits) {
        try {
            if (!opened.contentEncoding().isEmpty()) {
                throw new MalformedBodyException("unknown content encoding " + opened.contentEncoding());
            }
            if (opened.contentType().equals("application/json")) {
                return JsonDecoder.decode(Arrays.copyOfRange(opened.bytes(), opened.from(), opened.to()), limits);
            }
            Map<String, @Nullable Object> tree = header(kind, apiVersion);
            tree.putAll(ProtobufDecoder.decode(opened.bytes(), opened.from(), opened.to(), type, limits));
            return new Decoded(tree, List.of());
        } catch (MalformedBodyException malformed) {
            String version = apiVersion.substring(apiVersion.indexOf('/') + 1);
            throw ApiException.badRequest(kind + " in version \"" + version + "\" cannot be handled as a " + kind + ": "
                    + malformed.getMessage());
        }
    }

    private static Map<String, @Nullable Object> header(String kind, String apiVersion) {
        var tree = new LinkedHashMap<String, @Nullable Object>();
        tree.put("kind", kind);
        tree.put("apiVersion", apiVersion);
        return tree;
    }
}
