package mortise.core.patch.apply;

import java.util.Optional;
import mortise.api.ApiObject;
import mortise.spi.group.StructType;

/** The versions in which fields of objects of a kind may be owned. Any thread. */
public interface KindVersions {

    /** Says whether a version is known; entries of others are dropped when somebody writes. */
    boolean serves(String apiVersion);

    /**
     * Returns the fields of objects of a version, or nothing when they may have any: then objects are merged member by
     * member and lists are replaced.
     */
    Optional<StructType> type(String apiVersion);

    /**
     * Returns an object in a version that is served.
     *
     * @param object never changed
     * @return the same instance when it is in that version already
     */
    ApiObject convert(ApiObject object, String apiVersion);
}
