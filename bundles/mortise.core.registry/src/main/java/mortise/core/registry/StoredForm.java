package mortise.core.registry;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.GroupVersionKind;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonEncoder;
import mortise.core.codec.MalformedBodyException;
import mortise.core.codec.ProtobufDecoder;
import mortise.core.codec.ProtobufEncoder;
import mortise.core.codec.ProtobufEnvelope;
import mortise.core.codec.ProtobufEnvelope.Opened;
import mortise.core.codec.StoredObject;
import mortise.spi.group.StructType;
import org.jspecify.annotations.Nullable;

/**
 * What the values of one resource look like in the store. Everybody in this server sees canonical JSON; in the store
 * there may be protobuf in its envelope, too, which is how kube-apiserver writes. Safe for use by many threads.
 */
final class StoredForm {

    static final String JSON = "application/json";
    static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
    private static final String PROTOBUF_ALIAS = "application/vnd.service.protobuf";

    // What is stored passed the limits of its request.
    private static final DecodeLimits STORED = new DecodeLimits(DecodeLimits.DEPTH_CEILING, Integer.MAX_VALUE);

    private final KnownForms forms;
    private final GroupVersionKind storedKind;
    private final boolean protobuf;

    /**
     * @param protobuf whether values are written in protobuf, where the kind has such a form
     */
    StoredForm(KnownForms forms, GroupVersionKind storedKind, boolean protobuf) {
        this.forms = forms;
        this.storedKind = storedKind;
        this.protobuf = protobuf;
    }

    /**
     * Says whether a media type means protobuf.
     *
     * @throws IllegalArgumentException when values cannot be written in it
     */
    static boolean isProtobuf(String mediaType) {
        if (mediaType.equals(PROTOBUF) || mediaType.equals(PROTOBUF_ALIAS)) {
            return true;
        }
        if (mediaType.equals(JSON)) {
            return false;
        }
        throw new IllegalArgumentException("storage.media.type: \"" + mediaType + "\" is neither " + JSON + " nor "
                + PROTOBUF);
    }

    /** Returns a stored value as JSON; what is no protobuf, or is broken, as it is. */
    byte[] read(byte[] stored) {
        if (!ProtobufEnvelope.isEnveloped(stored)) {
            return stored;
        }
        try {
            return json(ProtobufEnvelope.open(stored)).orElse(stored);
        } catch (MalformedBodyException | ApiException broken) {
            // It is no JSON either, and is treated as any other value that cannot be read.
            return stored;
        }
    }

    private Optional<byte[]> json(Opened opened) {
        if (!opened.contentEncoding().isEmpty()) {
            return Optional.empty();
        }
        if (opened.contentType().equals(JSON)) {
            return Optional.of(Arrays.copyOfRange(opened.bytes(), opened.from(), opened.to()));
        }
        return forms.find(opened.apiVersion()).flatMap(form -> form.version().schema().type().map(type -> {
            var tree = new LinkedHashMap<String, @Nullable Object>();
            tree.put("kind", opened.kind());
            tree.put("apiVersion", opened.apiVersion());
            tree.putAll(ProtobufDecoder.decode(opened.bytes(), opened.from(), opened.to(), type, STORED));
            var object = new ApiObject(tree);
            // Protobuf has fields without a value, which mean the same as none.
            object.metadata().tree().values().removeIf(StoredForm::isNothing);
            form.version().schema().prune(object);
            form.version().schema().applyDefaults(object);
            form.version().schema().complete(object);
            return canonical(object);
        }));
    }

    private static boolean isNothing(@Nullable Object value) {
        return value == null || value.equals("") || value.equals(0L)
                || value instanceof Collection<?> items && items.isEmpty()
                || value instanceof Map<?, ?> entries && entries.isEmpty();
    }

    private byte[] canonical(ApiObject object) {
        return JsonEncoder.encodeStored(forms.convert(object, storedKind.groupVersion().toString()));
    }

    /** Returns a value, which is canonical JSON, as it is stored. */
    byte[] write(byte[] json) {
        if (!protobuf) {
            return json;
        }
        StoredObject object = StoredObject.read(json);
        Optional<StructType> type = forms.type(object.apiVersion());
        return type.isEmpty() ? json
                : ProtobufEnvelope.wrap(object.apiVersion(), object.kind(), ProtobufEncoder.encode(json, type.get()));
    }
}
