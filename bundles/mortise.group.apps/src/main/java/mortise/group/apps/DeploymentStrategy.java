package mortise.group.apps;

import mortise.api.ApiObject;
import mortise.spi.group.ResourceStrategy;

/** A deployment's annotations are passed on to its replica sets, so a change of them is a change of what is wanted. */
final class DeploymentStrategy implements ResourceStrategy {

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        if (!object.metadata().annotations().equals(old.metadata().annotations())) {
            object.metadata().setGeneration(old.metadata().generation() + 1);
        }
    }
}
