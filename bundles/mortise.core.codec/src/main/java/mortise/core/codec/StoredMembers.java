package mortise.core.codec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Compares members of two objects by their bytes, without decoding them. What this package wrote of equal values is
 * equal; of bytes with another layout a difference may be told that is none, never the other way round. Pure.
 */
public final class StoredMembers {

    /** Stands for a member that is absent. */
    private static final int NOWHERE = -1;

    private final byte[] json;
    private int at;
    /** Where the quote of the name stands of the member at the offset. */
    private int name;
    /** Where the value of the member begins that stands at the offset. */
    private int value;

    /** Begins in front of a member: at the comma, or behind the opening brace of the object. */
    private StoredMembers(byte[] json, int at) {
        this.json = json;
        this.at = at;
    }

    /** Says that something is in no layout that this package writes. */
    private static final class Unusual extends Exception {

        private static final long serialVersionUID = 1L;
        private static final Unusual INSTANCE = new Unusual();

        private Unusual() {
            super("", null, false, false);
        }
    }

    /**
     * Says whether some members of two objects differ.
     *
     * @param one an object's JSON
     * @param oneFrom where to begin: behind the value of a member of the object
     * @param other another object's JSON
     * @param otherFrom where to begin there
     * @param paths names of members, such as {@code spec}, and of members of those, such as {@code status.phase}; those
     *     in front of where it begins count as equal
     */
    public static boolean differ(byte[] one, int oneFrom, byte[] other, int otherFrom, Collection<String> paths) {
        int mismatch = Arrays.mismatch(one, oneFrom, one.length, other, otherFrom, other.length);
        if (mismatch < 0) {
            return false;
        }
        try {
            List<String> left = new ArrayList<>(paths);
            int same = endOfEqual(one, oneFrom, oneFrom + mismatch, left);
            for (String path : left) {
                if (differ(one, same, other, otherFrom + same - oneFrom, path)) {
                    return true;
                }
            }
            return false;
        } catch (Unusual unusual) {
            return true;
        }
    }

    /** Returns the offset behind the last member that is wholly in front of another one, and drops paths of such. */
    private static int endOfEqual(byte[] json, int from, int mismatch, List<String> paths) throws Unusual {
        var members = new StoredMembers(json, from);
        int end = from;
        // The byte behind a value must be the same too, or a number might go on.
        while (!paths.isEmpty() && members.next() && members.value < mismatch && members.end() < mismatch) {
            end = members.at;
            paths.removeIf(path -> members.isNamed(path, topLength(path)));
        }
        return end;
    }

    private static int topLength(String path) {
        int dot = path.indexOf('.');
        return dot < 0 ? path.length() : dot;
    }

    private static boolean differ(byte[] one, int oneFrom, byte[] other, int otherFrom, String path) throws Unusual {
        int length = topLength(path);
        int a = find(one, oneFrom, path.substring(0, length));
        int b = find(other, otherFrom, path.substring(0, length));
        if (length < path.length()) {
            a = below(one, a, path.substring(length + 1));
            b = below(other, b, path.substring(length + 1));
        }
        return a == NOWHERE || b == NOWHERE ? a != b
                : !Arrays.equals(one, a, ByteScan.valueEnd(one, a), other, b, ByteScan.valueEnd(other, b));
    }

    private static int below(byte[] json, int struct, String name) throws Unusual {
        return struct == NOWHERE || ByteScan.at(json, struct) != '{' ? NOWHERE : find(json, struct + 1, name);
    }

    /** Returns where the value of a member begins. */
    private static int find(byte[] json, int from, String name) throws Unusual {
        var members = new StoredMembers(json, from);
        while (members.next()) {
            if (members.isNamed(name, name.length())) {
                return members.value;
            }
            members.end();
        }
        return NOWHERE;
    }

    /** Looks at the member, if there is one. */
    private boolean next() throws Unusual {
        if (ByteScan.at(json, at) == '}') {
            return false;
        }
        name = ByteScan.at(json, at) == ',' ? at + 1 : at;
        int colon = ByteScan.textEnd(json, name) + 1;
        value = colon + 1;
        if (ByteScan.at(json, name) != '"' || ByteScan.at(json, colon) != ':' || ByteScan.at(json, value) <= ' '
                || ByteScan.hasEscape(json, name, colon)) {
            throw Unusual.INSTANCE;
        }
        return true;
    }

    /** Says whether the member has a name that is the beginning of a text. */
    private boolean isNamed(String wanted, int length) {
        int first = name + 1;
        boolean same = value - 2 - first == length;
        for (int i = 0; same && i < length; i++) {
            same = json[first + i] == wanted.charAt(i);
        }
        return same;
    }

    /** Goes to the end of the value. */
    private int end() throws Unusual {
        at = ByteScan.valueEnd(json, value);
        int behind = ByteScan.at(json, at);
        if (behind != ',' && behind != '}') {
            throw Unusual.INSTANCE;
        }
        return at;
    }
}
