package mortise.spi.group;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * An API group. A bundle registers one as a service; while it is registered its resources are served, and routing,
 * discovery and authorization follow from the list. When it goes, its paths answer 404 and its objects stay stored.
 *
 * <p>The core calls both methods when the service appears, on the thread that registers it; they do not block and their
 * answers do not change. A group whose answers do change registers anew. Two groups of one name are served side by side
 * as long as they do not list the same resource.
 */
@ConsumerType
public interface ApiGroup {

    /** Returns the name as it stands in the path, for example {@code apps}; empty for the core group. */
    String name();

    /** Returns what the group serves, at least one resource. */
    List<ResourceDefinition> resources();
}
