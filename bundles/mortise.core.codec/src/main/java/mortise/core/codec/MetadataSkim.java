package mortise.core.codec;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where things stand in the {@code metadata} member of an encoded object. Offsets count from the start of the bytes; an
 * offset of 0 says that a field is absent.
 *
 * <p>Example: in {@code "metadata":{"name":"a","uid":"u","labels":{}}} the resource version goes behind {@code "u"}.
 */
final class MetadataSkim {

    private static final byte[] NAME = ascii("name");
    private static final byte[] GENERATE_NAME = ascii("generateName");
    private static final byte[] NAMESPACE = ascii("namespace");
    private static final byte[] UID = ascii("uid");
    private static final byte[] LABELS = ascii("labels");
    private static final byte[] RESOURCE_VERSION = ascii("resourceVersion");
    private static final byte[] SELF_LINK = ascii("selfLink");
    private static final byte[] OWNERS = ascii("ownerReferences");
    private static final byte[] FINALIZERS = ascii("finalizers");
    private static final byte[] DELETION = ascii("deletionTimestamp");
    private static final byte[] NOTHING = {};

    private static final Set<String> KNOWN =
            Set.of("name", "generateName", "namespace", "uid", "labels", "resourceVersion", "selfLink",
                    "ownerReferences", "finalizers", "deletionTimestamp");

    private final byte[] json;
    private final int open;
    private int end;
    private int name;
    private int namespace;
    private int uid;
    private int labels;
    private int owners;
    private int finalizers;
    private int deletion;
    private int revisionMember;
    private int revisionValue;
    private int splice;
    private boolean hasSelfLink;
    private boolean hasNull;

    private MetadataSkim(byte[] json, int open) {
        this.json = json;
        this.open = open;
        this.splice = open + 1;
    }

    /**
     * Reads the members of metadata.
     *
     * @param open offset of its opening brace
     * @return {@code null} when it is not in the compact form that this package writes
     */
    static @Nullable MetadataSkim read(byte[] json, int open) {
        var skim = new MetadataSkim(json, open);
        return skim.members() ? skim : null;
    }

    private boolean members() {
        int at = open + 1;
        if (ByteScan.at(json, at) == '}') {
            end = at + 1;
            return true;
        }
        while (ByteScan.at(json, at) == '"') {
            int keyEnd = ByteScan.textEnd(json, at);
            int value = keyEnd + 2;
            if (ByteScan.at(json, keyEnd + 1) != ':' || !isValueStart(ByteScan.at(json, value))) {
                return false;
            }
            int valueEnd = ByteScan.valueEnd(json, value);
            if (!note(at, keyEnd, value, valueEnd)) {
                return false;
            }
            int next = ByteScan.at(json, valueEnd);
            if (next == '}') {
                end = valueEnd + 1;
                return true;
            }
            if (next != ',') {
                return false;
            }
            at = valueEnd + 1;
        }
        return false;
    }

    private static boolean isValueStart(int b) {
        return b > ' ' && b != ',' && b != '}' && b != ']';
    }

    /** Remembers one member; returns false when only a real parser can tell what it is. */
    private boolean note(int member, int keyEnd, int value, int valueEnd) {
        int key = member + 1;
        hasNull |= json[value] == 'n';
        if (ByteScan.hasEscape(json, key, keyEnd)) {
            return !KNOWN.contains(text(member));
        }
        int length = keyEnd - key;
        if (isKey(UID, key, length)) {
            uid = value;
            splice = valueEnd;
            return isText(value);
        }
        if (isKey(NAME, key, length)) {
            name = value;
            splice = valueEnd;
            return isText(value);
        }
        if (isKey(NAMESPACE, key, length)) {
            namespace = value;
            splice = valueEnd;
            return isText(value);
        }
        if (isKey(GENERATE_NAME, key, length)) {
            splice = valueEnd;
        } else if (isKey(LABELS, key, length)) {
            labels = value;
            return json[value] == '{';
        } else if (isKey(RESOURCE_VERSION, key, length)) {
            revisionMember = member;
            revisionValue = value;
        } else if (isKey(SELF_LINK, key, length)) {
            hasSelfLink = true;
        } else if (isKey(OWNERS, key, length)) {
            owners = value;
        } else if (isKey(FINALIZERS, key, length)) {
            finalizers = value;
        } else if (isKey(DELETION, key, length)) {
            deletion = value;
        }
        return true;
    }

    private boolean isKey(byte[] name, int key, int length) {
        return length == name.length && json[key] == name[0] && ByteScan.startsWith(json, key, name);
    }

    private boolean isText(int value) {
        return json[value] == '"';
    }

    /** Returns whether metadata holds only what the stored form holds. */
    boolean isStoredForm() {
        return revisionMember == 0 && !hasSelfLink && !hasNull;
    }

    /** Returns the offset behind the closing brace. */
    int end() {
        return end;
    }

    String name() {
        return text(name);
    }

    String namespace() {
        return text(namespace);
    }

    String uid() {
        return text(uid);
    }

    /** Returns the labels, or {@code null} when they are not in compact form. */
    @Nullable Map<String, String> labels() {
        int at = labels + 1;
        if (labels == 0 || json[at] == '}') {
            return Map.of();
        }
        var read = new HashMap<String, String>();
        while (ByteScan.at(json, at) == '"') {
            int value = ByteScan.textEnd(json, at) + 2;
            if (ByteScan.at(json, value - 1) != ':' || !isValueStart(ByteScan.at(json, value))) {
                return null;
            }
            // A value that is no text cannot be selected by; the validation of objects never lets one in.
            read.put(text(at), isText(value) ? text(value) : "");
            int valueEnd = ByteScan.valueEnd(json, value);
            if (ByteScan.at(json, valueEnd) == '}') {
                return Map.copyOf(read);
            }
            at = ByteScan.at(json, valueEnd) == ',' ? valueEnd + 1 : json.length;
        }
        return null;
    }

    /** Returns the values of owner references, finalizers and deletion timestamp as they stand there, as one. */
    byte[] links() {
        if (owners == 0 && finalizers == 0 && deletion == 0) {
            return NOTHING;
        }
        var links = new ByteArrayOutputStream();
        for (int value : new int[] {owners, finalizers, deletion}) {
            if (value != 0) {
                links.write(json, value, ByteScan.valueEnd(json, value) - value);
            }
            // No value begins with it, so that what is absent is seen to be.
            links.write(',');
        }
        return links.toByteArray();
    }

    private String text(int quote) {
        return quote == 0 ? "" : ByteScan.text(json, quote);
    }

    /**
     * Returns part of the bytes with another resource version in metadata.
     *
     * @param from where to start
     * @param to where to end
     * @param revision the resource version; 0 for none
     */
    byte[] rebased(int from, int to, long revision) {
        byte[] member = member(revision);
        int cutFrom = splice;
        int cutTo = splice;
        if (revisionMember != 0) {
            cutFrom = revision == 0 ? removalStart() : revisionMember;
            cutTo = revision == 0 ? removalEnd() : ByteScan.valueEnd(json, revisionValue);
        }
        byte[] rebased = new byte[cutFrom - from + member.length + to - cutTo];
        System.arraycopy(json, from, rebased, 0, cutFrom - from);
        System.arraycopy(member, 0, rebased, cutFrom - from, member.length);
        System.arraycopy(json, cutTo, rebased, cutFrom - from + member.length, to - cutTo);
        return rebased;
    }

    /** Returns by how much metadata that has no resource version grows with one. */
    int growth(long revision) {
        return member(revision).length;
    }

    private byte[] member(long revision) {
        if (revision == 0) {
            return new byte[0];
        }
        String member = "\"resourceVersion\":\"" + revision + '"';
        if (revisionMember != 0) {
            return ascii(member);
        }
        if (splice > open + 1) {
            return ascii(',' + member);
        }
        return ascii(json[splice] == '}' ? member : member + ',');
    }

    private int removalStart() {
        return json[revisionMember - 1] == ',' ? revisionMember - 1 : revisionMember;
    }

    private int removalEnd() {
        int end = ByteScan.valueEnd(json, revisionValue);
        return json[revisionMember - 1] != ',' && json[end] == ',' ? end + 1 : end;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
