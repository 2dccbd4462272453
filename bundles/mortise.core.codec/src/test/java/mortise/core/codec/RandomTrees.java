package mortise.core.codec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random trees and objects; the same seed makes the same ones. */
final class RandomTrees {

    private static final String[] ALPHABET = {
        "a", "Z", "0", " ", "\"", "\\", "/", "\n", "\t", "\r", "\b", "\f",
        "\u0001", "\u007f", "<", "&", "'", ":", "#", "-",
        "{", "]", ",", "\u00e9", "\u0800", "\u2028", "\ufffd", "\ud83d\ude00",
        "~", "%", "@", "!", "|", ">", "?", "*", "yes",
        "null", "1e3", "\u0085", "\ufeff"
    };
    private static final String[] METADATA = {
        "name", "generateName", "namespace", "uid", "resourceVersion", "selfLink", "creationTimestamp",
        "deletionTimestamp", "labels", "annotations", "finalizers", "generation",
        "managedFields", "extra", "na\"me", "unknown"
    };

    private final Random random;

    RandomTrees(long seed) {
        random = new Random(seed);
    }

    Object value(int depth) {
        return switch (random.nextInt(depth > 0 ? 9 : 6)) {
            case 0 -> text();
            case 1 -> random.nextLong() >> random.nextInt(64);
            // Whole doubles read back as integers, so the trees hold none.
            case 2 -> (random.nextInt(2_000_000) + 0.5) * Math.pow(10, random.nextInt(-30, -8)) / 7;
            case 3 -> random.nextBoolean();
            case 4 -> null;
            case 5 -> Double.longBitsToDouble(random.nextLong() & 0x800FFFFFFFFFFFFFL | 0x3EB0000000000001L);
            case 6 -> list(depth - 1);
            default -> struct(depth - 1);
        };
    }

    List<Object> list(int depth) {
        var list = new ArrayList<Object>();
        for (int i = random.nextInt(5); i > 0; i--) {
            list.add(value(depth));
        }
        return list;
    }

    Map<String, Object> struct(int depth) {
        var struct = new LinkedHashMap<String, Object>();
        for (int i = random.nextInt(6); i > 0; i--) {
            struct.put(text(), value(depth));
        }
        return struct;
    }

    String text() {
        var text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            text.append(random.nextInt(3) > 0 ? "x" : ALPHABET[random.nextInt(ALPHABET.length)]);
        }
        return text.toString();
    }

    Map<String, Object> texts() {
        var texts = new LinkedHashMap<String, Object>();
        for (int i = random.nextInt(5); i > 0; i--) {
            texts.put(text(), text());
        }
        return texts;
    }

    /** An object whose name, namespace, uid and labels are texts, as every stored object's. */
    Map<String, Object> object() {
        var metadata = new LinkedHashMap<String, Object>();
        for (int i = random.nextInt(METADATA.length); i > 0; i--) {
            String field = METADATA[random.nextInt(METADATA.length)];
            metadata.put(field, switch (field) {
                case "labels", "annotations" -> texts();
                case "generation", "managedFields", "extra", "unknown", "na\"me" -> value(3);
                default -> text();
            });
        }
        var object = new LinkedHashMap<String, Object>();
        object.put("spec", value(4));
        object.put("apiVersion", text());
        object.put("metadata", metadata);
        object.put("kind", text());
        object.putAll(struct(3));
        return object;
    }
}
