package mortise.itests.crash;

import java.util.Map;

/**
 * What a watch says of an object, in as much as a history is made of it.
 *
 * @param type ADDED, MODIFIED or DELETED
 * @param resource plural name
 * @param name of the object
 * @param uid of the object
 * @param revision its resourceVersion
 * @param data of a config map or secret
 */
record ObjectEvent(String type, String resource, String name, String uid, long revision, Map<String, Object> data) {

    @Override
    public String toString() {
        return type + " " + resource + "/" + name + " " + uid + " at " + revision + " by " + data.get(Attempt.V);
    }
}
