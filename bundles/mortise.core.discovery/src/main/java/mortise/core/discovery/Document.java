package mortise.core.discovery;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import mortise.core.codec.JsonEncoder;
import mortise.spi.operations.EndpointRequest;
import mortise.spi.operations.EndpointResponse;

/**
 * A JSON document with the hash of its content.
 *
 * @param json the bytes, with a line break at the end
 * @param hash SHA-512 of the bytes in upper-case hexadecimal
 */
record Document(byte[] json, String hash) {

    static Document of(Object tree) {
        byte[] compact = JsonEncoder.encode(tree);
        byte[] json = Arrays.copyOf(compact, compact.length + 1);
        json[compact.length] = '\n';
        return new Document(json, hash(json));
    }

    /** Returns this document, or 304 when the client says that it has it already. */
    EndpointResponse answer(EndpointRequest request, String contentType, Map<String, String> headers) {
        return EntityTag.unchanged(request, hash, headers).orElseGet(() ->
                new EndpointResponse(200, contentType, EntityTag.with(hash, headers), json));
    }

    private static String hash(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-512").digest(bytes);
            return HexFormat.of().withUpperCase().formatHex(digest);
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }
}
