package mortise.itests.crash;

import java.util.Map;

/**
 * A list, as a client got it.
 *
 * @param resource plural name
 * @param revision of the list
 * @param objects those of the campaign, by name
 */
record Listing(String resource, long revision, Map<String, Live> objects) {

    /** An object as it is at some time. */
    record Live(String uid, long revision, Map<String, Object> data) {
    }
}
