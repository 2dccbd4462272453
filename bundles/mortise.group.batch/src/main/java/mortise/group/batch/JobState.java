package mortise.group.batch;

import java.time.Instant;
import mortise.core.schema.Cells;
import mortise.core.schema.FieldView;
import org.jspecify.annotations.Nullable;

/**
 * What the status of a job says.
 *
 * @param spec the job's spec
 * @param status the job's status
 */
record JobState(FieldView spec, FieldView status) {

    static JobState of(FieldView job) {
        return new JobState(job.at("spec"), job.at("status"));
    }

    boolean is(String condition) {
        return status.at("conditions").items().stream().anyMatch(item ->
                item.at("type").isOneOf(condition) && item.at("status").isOneOf("True"));
    }

    boolean complete() {
        return is("Complete");
    }

    boolean failed() {
        return is("Failed");
    }

    boolean failureTarget() {
        return is("FailureTarget");
    }

    boolean successMet() {
        return is("SuccessCriteriaMet");
    }

    boolean finished() {
        return complete() || failed();
    }

    long number(String field) {
        return status.at(field).number(0);
    }

    @Nullable Instant time(String field) {
        return Cells.instant(status.at(field).value()).orElse(null);
    }

    boolean indexed() {
        return spec.at("completionMode").isOneOf(JobSpecs.INDEXED);
    }

    long completions() {
        return spec.at("completions").number(0);
    }
}
