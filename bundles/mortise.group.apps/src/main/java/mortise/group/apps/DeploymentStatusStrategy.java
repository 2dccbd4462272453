package mortise.group.apps;

import mortise.api.ApiObject;
import mortise.spi.group.ResourceStrategy;
import mortise.spi.group.SubresourceDefinition;

/** Writing the status of a deployment leaves its labels alone, other than for most kinds. */
final class DeploymentStatusStrategy implements ResourceStrategy {

    private final ResourceStrategy usual = SubresourceDefinition.status("Deployment").strategy();

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        usual.prepareForUpdate(object, old);
        Object labels = old.at("metadata", "labels");
        if (labels == null) {
            object.metadata().tree().remove("labels");
        } else {
            object.metadata().tree().put("labels", ApiObject.copy(labels));
        }
    }
}
