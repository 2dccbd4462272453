package mortise.spi.operations;

import org.osgi.annotation.versioning.ProviderType;

/** Which optional behaviours are on. One service of the core; registered anew when {@code --feature-gates} changes. */
@ProviderType
public interface FeatureGates {

    /**
     * Says whether a behaviour is on.
     *
     * @throws IllegalArgumentException when there is no such gate
     */
    boolean enabled(String gate);
}
