package mortise.core.codec;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.JsonStruct;
import org.jspecify.annotations.Nullable;

/**
 * Decodes bodies of {@link StoredObject}, which are nearly always the compact JSON that this package wrote: faster than
 * {@link JsonDecoder}, which gets what looks any other. The fields that managers own stay texts, as nearly nobody reads
 * them. For one body and thread.
 */
public final class StoredBody {

    // What was stored passed the limits of its request.
    private static final DecodeLimits STORED = new DecodeLimits(DecodeLimits.DEPTH_CEILING, Integer.MAX_VALUE);
    /** Digits that surely fit a {@code long}. */
    private static final int SURE_DIGITS = 18;
    private static final int NAMES_KNOWN = 2048;
    private static final int NAME_KNOWN_MAX = 64;

    /** Names seen lately, by hash. A lost race costs one duplicate, nothing else. */
    private static final String[] NAMES = new String[NAMES_KNOWN];

    /** Where the text of owned fields may be. */
    private enum Place { OBJECT, METADATA, OWNERS, OWNER, ELSEWHERE }

    /** Something that only a real decoder can tell what it is. */
    private static final class Unusual extends RuntimeException {

        private static final long serialVersionUID = 1L;
        private static final Unusual INSTANCE = new Unusual();

        private Unusual() {
            super("", null, false, false);
        }
    }

    private final byte[] json;
    private final boolean unread;
    private int at;

    private StoredBody(byte[] json, int from, boolean unread) {
        this.json = json;
        this.at = from;
        this.unread = unread;
    }

    /**
     * Returns the members of an object as a fresh tree.
     *
     * @param body an object's JSON without its opening brace
     * @param from where to begin: at the quote of a member, or at the closing brace
     * @throws MalformedBodyException when it is no JSON
     */
    public static Map<String, @Nullable Object> members(byte[] body, int from) {
        return members(body, from, false, Place.OBJECT);
    }

    /**
     * Returns the members of an object as a fresh tree in which structs other than metadata are texts, so that those
     * that a write leaves alone are neither decoded nor encoded.
     *
     * @param body an object's JSON without its opening brace
     * @throws MalformedBodyException when it is no JSON; later, when a struct is looked into that is none
     */
    public static Map<String, @Nullable Object> unread(byte[] body) {
        return members(body, 0, true, Place.OBJECT);
    }

    private static Map<String, @Nullable Object> members(byte[] body, int from, boolean unread, Place place) {
        try {
            var reader = new StoredBody(body, from, unread);
            Map<String, @Nullable Object> members = reader.members(place, 1);
            if (reader.at == body.length) {
                return members;
            }
        } catch (Unusual | MalformedBodyException unusual) {
            return decoded(body, from);
        }
        return decoded(body, from);
    }

    @SuppressWarnings("unchecked") // What starts with a brace is a struct.
    private static Map<String, @Nullable Object> decoded(byte[] body, int from) {
        var whole = new byte[1 + body.length - from];
        whole[0] = '{';
        System.arraycopy(body, from, whole, 1, body.length - from);
        return (Map<String, @Nullable Object>) JsonDecoder.decode(whole, STORED).value();
    }

    private static Map<String, @Nullable Object> struct(byte[] json) {
        return members(json, 1, false, Place.ELSEWHERE);
    }

    private Map<String, @Nullable Object> members(Place place, int depth) {
        if (depth > DecodeLimits.DEPTH_CEILING) {
            throw Unusual.INSTANCE;
        }
        var struct = new LinkedHashMap<String, @Nullable Object>(8);
        if (peek() == '}') {
            at++;
            return struct;
        }
        byte next;
        do {
            String name = name();
            if (next() != ':') {
                throw Unusual.INSTANCE;
            }
            struct.put(name, place == Place.ELSEWHERE ? value(place, depth) : member(place, name, depth));
            next = next();
        } while (next == ',');
        if (next != '}') {
            throw Unusual.INSTANCE;
        }
        return struct;
    }

    private @Nullable Object member(Place place, String name, int depth) {
        if (place == Place.OBJECT && name.equals("metadata")) {
            return value(Place.METADATA, depth);
        }
        if (place == Place.METADATA && name.equals("managedFields")) {
            return value(Place.OWNERS, depth);
        }
        boolean text = place == Place.OWNER && name.equals("fieldsV1") || place == Place.OBJECT && unread;
        return text && peek() == '{' ? text(at) : value(Place.ELSEWHERE, depth);
    }

    private JsonStruct text(int from) {
        int end = ByteScan.valueEnd(json, from);
        if (end > json.length) {
            throw Unusual.INSTANCE;
        }
        at = end;
        return new JsonStruct(Arrays.copyOfRange(json, from, end), StoredBody::struct);
    }

    private @Nullable Object value(Place place, int depth) {
        switch (peek()) {
            case '"':
                return string();
            case '{':
                at++;
                return members(place, depth + 1);
            case '[':
                at++;
                return items(place == Place.OWNERS ? Place.OWNER : Place.ELSEWHERE, depth + 1);
            case 't':
                return word("true", Boolean.TRUE);
            case 'f':
                return word("false", Boolean.FALSE);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private List<@Nullable Object> items(Place place, int depth) {
        if (depth > DecodeLimits.DEPTH_CEILING) {
            throw Unusual.INSTANCE;
        }
        var list = new ArrayList<@Nullable Object>(4);
        if (peek() == ']') {
            at++;
            return list;
        }
        byte next;
        do {
            list.add(value(place, depth));
            next = next();
        } while (next == ',');
        if (next != ']') {
            throw Unusual.INSTANCE;
        }
        return list;
    }

    private String name() {
        if (peek() != '"') {
            throw Unusual.INSTANCE;
        }
        int from = at + 1;
        int hash = 0;
        int end = from;
        for (; end < json.length && isPlain(json[end]); end++) {
            hash = 31 * hash + json[end];
        }
        if (end == json.length || json[end] != '"') {
            throw Unusual.INSTANCE;
        }
        int length = end - from;
        at = end + 1;
        int slot = hash & NAMES_KNOWN - 1;
        String known = NAMES[slot];
        if (known == null || !isSame(known, from, length)) {
            known = new String(json, from, length, StandardCharsets.ISO_8859_1);
            if (length <= NAME_KNOWN_MAX) {
                NAMES[slot] = known;
            }
        }
        return known;
    }

    private boolean isSame(String known, int from, int length) {
        if (known.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (known.charAt(i) != json[from + i]) {
                return false;
            }
        }
        return true;
    }

    private String string() {
        int from = at + 1;
        int end = from;
        while (end < json.length && isPlain(json[end])) {
            end++;
        }
        if (end < json.length && json[end] == '"') {
            at = end + 1;
            return new String(json, from, end - from, StandardCharsets.ISO_8859_1);
        }
        end = ByteScan.textEnd(json, at);
        if (end >= json.length) {
            throw Unusual.INSTANCE;
        }
        Object text = JsonDecoder.decode(Arrays.copyOfRange(json, at, end + 1), STORED).value();
        at = end + 1;
        return (String) text;
    }

    /** Says whether a byte stands for itself in a text; those of other than ASCII characters are negative. */
    private static boolean isPlain(byte b) {
        return b >= ' ' && b != '"' && b != '\\';
    }

    private @Nullable Object word(String word, @Nullable Object value) {
        for (int i = 0; i < word.length(); i++) {
            if (next() != word.charAt(i)) {
                throw Unusual.INSTANCE;
            }
        }
        return value;
    }

    private Object number() {
        int from = at;
        boolean negative = peek() == '-';
        at += negative ? 1 : 0;
        int first = at;
        long number = 0;
        for (byte digit = peek(); digit >= '0' && digit <= '9' && at - first < SURE_DIGITS; digit = peek()) {
            number = 10 * number + digit - '0';
            at++;
        }
        int digits = at - first;
        byte behind = peek();
        boolean plain = digits > 0 && (json[first] != '0' || digits == 1 && !negative);
        if (plain && (behind == ',' || behind == '}' || behind == ']')) {
            return negative ? -number : number;
        }
        int end = ByteScan.valueEnd(json, from);
        if (end == from || end > json.length) {
            throw Unusual.INSTANCE;
        }
        at = end;
        Object value = JsonDecoder.decode(Arrays.copyOfRange(json, from, end), STORED).value();
        if (value instanceof Number) {
            return value;
        }
        throw Unusual.INSTANCE;
    }

    private byte peek() {
        return at < json.length ? json[at] : 0;
    }

    private byte next() {
        return at < json.length ? json[at++] : 0;
    }
}
