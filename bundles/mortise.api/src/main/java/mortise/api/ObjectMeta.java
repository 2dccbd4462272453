package mortise.api;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A typed view of the {@code metadata} of one object. Reads and writes go to the tree below; a text that is not set is
 * empty, a list or map that is not set is empty, and setting an empty value removes the field.
 */
public final class ObjectMeta {

    /** A second and how objects carry it. */
    private record Second(long second, String text) {
    }

    /** The second that was asked for last: most writes are in the same one, and making the text takes a while. */
    private static volatile Second lastSecond = new Second(0, Instant.EPOCH.toString());

    private final Map<String, @Nullable Object> tree;

    ObjectMeta(Map<String, @Nullable Object> tree) {
        this.tree = tree;
    }

    /** Returns a time as objects carry it: RFC 3339, whole seconds, UTC. */
    public static String time(Instant time) {
        Second last = lastSecond;
        if (last.second != time.getEpochSecond()) {
            last = new Second(time.getEpochSecond(), time.truncatedTo(ChronoUnit.SECONDS).toString());
            lastSecond = last;
        }
        return last.text;
    }

    /** Returns the tree itself; changes go to the object. */
    public Map<String, @Nullable Object> tree() {
        return tree;
    }

    public String name() {
        return text("name");
    }

    public void setName(String name) {
        setText("name", name);
    }

    public String generateName() {
        return text("generateName");
    }

    public String namespace() {
        return text("namespace");
    }

    public void setNamespace(String namespace) {
        setText("namespace", namespace);
    }

    public String uid() {
        return text("uid");
    }

    public void setUid(String uid) {
        setText("uid", uid);
    }

    public String resourceVersion() {
        return text("resourceVersion");
    }

    public void setResourceVersion(String resourceVersion) {
        setText("resourceVersion", resourceVersion);
    }

    /** Returns the RFC 3339 time at which the object was created. */
    public String creationTimestamp() {
        return text("creationTimestamp");
    }

    public void setCreationTimestamp(String time) {
        setText("creationTimestamp", time);
    }

    /** Returns the RFC 3339 time of the first delete request, or an empty text for a live object. */
    public String deletionTimestamp() {
        return text("deletionTimestamp");
    }

    public void setDeletionTimestamp(String time) {
        setText("deletionTimestamp", time);
    }

    /** Returns how many times the desired state has changed; 0 when not set. */
    public long generation() {
        return tree.get("generation") instanceof Number n ? n.longValue() : 0;
    }

    /** Sets the generation; 0 removes it. */
    public void setGeneration(long generation) {
        if (generation == 0) {
            tree.remove("generation");
        } else {
            tree.put("generation", generation);
        }
    }

    /** Returns the labels, read only. */
    public Map<String, String> labels() {
        return texts("labels");
    }

    /** Returns the annotations, read only. */
    public Map<String, String> annotations() {
        return texts("annotations");
    }

    /** Sets one label. */
    public void setLabel(String key, String value) {
        put("labels", key, value);
    }

    /** Sets one annotation. */
    public void setAnnotation(String key, String value) {
        put("annotations", key, value);
    }

    private void put(String field, String key, String value) {
        Object texts = tree.get(field);
        if (texts == null) {
            texts = new LinkedHashMap<String, @Nullable Object>();
            tree.put(field, texts);
        }
        ApiObject.asStruct(texts, "metadata." + field).put(key, value);
    }

    /** Returns the finalizers, a copy. */
    public List<String> finalizers() {
        var finalizers = new ArrayList<String>();
        if (tree.get("finalizers") instanceof List<?> list) {
            list.forEach(item -> finalizers.add(String.valueOf(item)));
        }
        return finalizers;
    }

    /** Sets the finalizers; an empty list removes the field. */
    public void setFinalizers(List<String> finalizers) {
        if (finalizers.isEmpty()) {
            tree.remove("finalizers");
        } else {
            tree.put("finalizers", new ArrayList<@Nullable Object>(finalizers));
        }
    }

    private String text(String field) {
        return tree.get(field) instanceof String s ? s : "";
    }

    private void setText(String field, String value) {
        if (value.isEmpty()) {
            tree.remove(field);
        } else {
            tree.put(field, value);
        }
    }

    private Map<String, String> texts(String field) {
        if (!(tree.get(field) instanceof Map<?, ?> map)) {
            return Map.of();
        }
        var texts = new LinkedHashMap<String, String>(map.size() * 4 / 3 + 1);
        map.forEach((key, value) -> texts.put(String.valueOf(key), value instanceof String s ? s : ""));
        return texts;
    }
}
