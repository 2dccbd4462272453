package mortise.group.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.StatusStrategy;

/** Writing the status of a job: whoever does it has to tell a story that can be true. */
final class JobStatusStrategy extends StatusStrategy {

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView job = FieldView.root(object, errors);
        FieldView before = FieldView.root(old.orElse(object), new ArrayList<>());
        JobStatuses.validate(JobState.of(job), JobState.of(before));
        return errors;
    }
}
