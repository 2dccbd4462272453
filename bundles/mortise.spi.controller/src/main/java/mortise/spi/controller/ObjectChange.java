package mortise.spi.controller;

import mortise.api.ApiObject;

/**
 * One change of one object.
 *
 * @param type what has become of it
 * @param source what was followed
 * @param object the object after the change, after a deletion the last one there was; the reader may change it
 */
public record ObjectChange(Type type, Followed source, ApiObject object) {

    /** What has become of an object. */
    public enum Type {
        /** It is there: it was when the following began, or it is new. */
        ADDED,
        /** It is another one than before. */
        MODIFIED,
        /** It is gone. */
        DELETED
    }
}
