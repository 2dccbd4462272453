package mortise.core.http.render;

import java.nio.charset.StandardCharsets;
import mortise.core.codec.JsonEncoder;
import mortise.core.registry.ListPage;

/** Pieces of JSON that several shapes write. Pure. */
final class Fragments {

    static final byte[] NEWLINE = {'\n'};

    /** What stands behind the object of a watch event. */
    static final byte[] EVENT_END = bytes("}\n");

    /** What stands behind the last item of a list. */
    static final byte[] LIST_END = bytes("]}");

    private Fragments() {
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String quote(String text) {
        return new String(JsonEncoder.encode(text), StandardCharsets.UTF_8);
    }

    /** Returns the begin of an object up to its first field behind {@code apiVersion}. */
    static byte[] header(String kind, String apiVersion) {
        return bytes("{\"kind\":" + quote(kind) + ",\"apiVersion\":" + quote(apiVersion) + ",");
    }

    /** Returns the metadata of a list. Lists of what is not stored have no revision. */
    static String listMeta(ListPage page) {
        if (page.revision() == 0) {
            return "\"metadata\":{}";
        }
        var text = new StringBuilder("\"metadata\":{\"resourceVersion\":\"").append(page.revision()).append('"');
        if (!page.continueToken().isEmpty()) {
            text.append(",\"continue\":").append(quote(page.continueToken()));
        }
        page.remaining().ifPresent(count -> text.append(",\"remainingItemCount\":").append(count));
        return text.append('}').toString();
    }

    /** Returns the metadata of the object in a bookmark. */
    static String bookmarkMeta(long revision, boolean initialEventsEnd) {
        return "\"metadata\":{\"resourceVersion\":\"" + revision + '"'
                + (initialEventsEnd ? ",\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}}" : "}");
    }
}
