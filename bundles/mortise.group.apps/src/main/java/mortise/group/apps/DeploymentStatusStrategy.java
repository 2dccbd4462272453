package mortise.group.apps;

import mortise.api.ApiObject;

/** Writing the status of a deployment leaves its labels alone, other than for most kinds. */
final class DeploymentStatusStrategy extends WorkloadStatusStrategy {

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        super.prepareForUpdate(object, old);
        Object labels = old.at("metadata", "labels");
        if (labels == null) {
            object.metadata().tree().remove("labels");
        } else {
            object.metadata().tree().put("labels", ApiObject.copy(labels));
        }
    }
}
