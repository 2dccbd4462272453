package mortise.group.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.Syntax;
import mortise.core.schema.FieldView;
import mortise.core.schema.LabelSelectors;
import mortise.core.workload.PodWarnings;
import mortise.spi.group.ResourceStrategy;

/** Jobs: pods that have to end well a number of times. */
final class JobStrategy implements ResourceStrategy {

    private final JobLabels generated;

    JobStrategy(JobLabels generated) {
        this.generated = generated;
    }

    @Override
    public void prepareForCreate(ApiObject object) {
        generated.generate(object);
    }

    @Override
    public List<String> warnings(ApiObject object, Optional<ApiObject> old) {
        FieldView job = FieldView.root(object, new ArrayList<>());
        var warnings = new ArrayList<String>();
        if (old.isEmpty()) {
            warnings.addAll(PodWarnings.ofOwner(job));
        }
        if (PodWarnings.isChanged(object, old)) {
            warnings.addAll(JobSpecs.warnings(job.at("spec")));
        }
        return warnings;
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView job = FieldView.root(object, errors);
        if (old.isEmpty()) {
            generated.validate(job);
        }
        FieldView spec = job.at("spec");
        JobSpecs.validate(spec);
        selector(spec);
        if (old.isPresent()) {
            JobUpdates.validate(job, FieldView.root(old.get(), new ArrayList<>()));
        } else {
            hostNames(job);
        }
        return errors;
    }

    private static void selector(FieldView spec) {
        FieldView selector = spec.at("selector");
        if (selector.present()) {
            LabelSelectors.validate(selector);
        } else {
            selector.required("");
        }
        FieldView labels = spec.at("template", "metadata", "labels");
        // No selector finds nothing, not everything.
        if (!selector.present()
                || JobLabels.isValid(selector) && !LabelSelectors.matches(selector, labels.textMap())) {
            labels.invalid("`selector` does not match template `labels`");
        }
    }

    /** The pods of indexed jobs are called after the job and their index. */
    private static void hostNames(FieldView job) {
        long completions = job.at("spec", "completions").number(0);
        if (job.at("spec", "completionMode").isOneOf(JobSpecs.INDEXED) && completions > 0) {
            FieldView name = job.at("metadata", "name");
            String last = name.text() + "-" + (completions - 1);
            if (Syntax.label(last).isPresent()) {
                name.invalid("will not able to create pod with invalid DNS label: " + last);
            }
        }
    }
}
