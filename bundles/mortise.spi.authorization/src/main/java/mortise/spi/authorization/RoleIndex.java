package mortise.spi.authorization;

import java.time.Duration;
import mortise.api.ApiObject;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A service of whoever decides by roles and bindings that it keeps in memory, for those who write some and go on only
 * when requests are decided by them. Any thread.
 */
@ConsumerType
public interface RoleIndex {

    /**
     * Waits until an object counts as it is, or as it became later.
     *
     * @param object a role or a binding as it is stored; its metadata is enough
     * @param limit how long at most
     * @return whether it counts; not when the time is up, as it may be when nobody saw it before it was deleted
     */
    boolean await(ApiObject object, Duration limit) throws InterruptedException;
}
