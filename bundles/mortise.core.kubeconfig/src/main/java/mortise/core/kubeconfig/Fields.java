package mortise.core.kubeconfig;

import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of one object of a document, read with their types. Messages name the field and quote no value. */
final class Fields {

    private final String path;
    private final Map<String, Object> values;

    private Fields(String path, Map<String, Object> values) {
        this.path = path;
        this.values = values;
    }

    static Fields of(String path, @Nullable Object value) throws KubeconfigException {
        var values = new LinkedHashMap<String, Object>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, child) -> {
                if (child != null) {
                    values.put(String.valueOf(key), child);
                }
            });
        } else if (value != null) {
            throw new KubeconfigException((path.isEmpty() ? "the document" : path) + " is not an object");
        }
        return new Fields(path, values);
    }

    String path(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    @Nullable Object any(String key) {
        return values.get(key);
    }

    String text(String key) throws KubeconfigException {
        Object value = values.getOrDefault(key, "");
        if (value instanceof String text) {
            return text;
        }
        throw new KubeconfigException(path(key) + " is not a text");
    }

    boolean flag(String key) throws KubeconfigException {
        Object value = values.getOrDefault(key, false);
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw new KubeconfigException(path(key) + " is neither true nor false");
    }

    byte[] base64(String key) throws KubeconfigException {
        try {
            return Base64.getDecoder().decode(text(key).replaceAll("\\s", ""));
        } catch (IllegalArgumentException broken) {
            throw new KubeconfigException(path(key) + " is not base64");
        }
    }

    Fields object(String key) throws KubeconfigException {
        return of(path(key), values.get(key));
    }

    List<Fields> objects(String key) throws KubeconfigException {
        var objects = new ArrayList<Fields>();
        for (Object item : list(key)) {
            objects.add(of(path(key) + "[" + objects.size() + "]", item));
        }
        return objects;
    }

    List<String> texts(String key) throws KubeconfigException {
        var texts = new ArrayList<String>();
        for (Object item : list(key)) {
            if (!(item instanceof String text)) {
                throw new KubeconfigException(path(key) + "[" + texts.size() + "] is not a text");
            }
            texts.add(text);
        }
        return texts;
    }

    /** Returns the names of the fields. */
    Iterable<String> keys() {
        return values.keySet();
    }

    private List<?> list(String key) throws KubeconfigException {
        Object value = values.getOrDefault(key, List.of());
        if (value instanceof List<?> list) {
            return list;
        }
        throw new KubeconfigException(path(key) + " is not a list");
    }
}
