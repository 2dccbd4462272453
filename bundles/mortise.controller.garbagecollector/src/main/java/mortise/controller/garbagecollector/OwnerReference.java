package mortise.controller.garbagecollector;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.ApiObject;

/**
 * One of an object's {@code ownerReferences}.
 *
 * @param type what the owner is
 * @param name the owner's name
 * @param uid the owner's uid
 * @param blocking whether the owner must wait for the object when it is deleted in the foreground
 */
record OwnerReference(TypeName type, String name, String uid, boolean blocking) {

    /** Returns the references of an object; of several to one owner the last. */
    static List<OwnerReference> of(ApiObject object) {
        if (!(object.at("metadata", "ownerReferences") instanceof List<?> list) || list.isEmpty()) {
            return List.of();
        }
        var byUid = new LinkedHashMap<String, OwnerReference>(4);
        for (Object item : list) {
            if (item instanceof Map<?, ?> fields) {
                OwnerReference reference = of(fields);
                byUid.put(reference.uid, reference);
            }
        }
        return new ArrayList<>(byUid.values());
    }

    private static OwnerReference of(Map<?, ?> fields) {
        return new OwnerReference(new TypeName(text(fields, "apiVersion"), text(fields, "kind")), text(fields, "name"),
                text(fields, "uid"), Boolean.TRUE.equals(fields.get("blockOwnerDeletion")));
    }

    private static String text(Map<?, ?> fields, String field) {
        return fields.get(field) instanceof String text ? text : "";
    }

    /** Returns where the owner of an object in a namespace should be. */
    Identity from(String namespace) {
        return new Identity(type, namespace, name, uid);
    }
}
