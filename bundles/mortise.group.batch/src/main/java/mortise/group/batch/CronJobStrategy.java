package mortise.group.batch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;
import mortise.core.workload.PodWarnings;
import mortise.spi.group.ResourceStrategy;

/** Cron jobs: jobs that are made again and again. */
final class CronJobStrategy implements ResourceStrategy {

    /** Jobs are called after the cron job with eleven more characters, and have to fit into a label. */
    private static final int NAME_MAX = 52;
    /** The path has always been shown like this. */
    private static final String ZONE_IN_SCHEDULE = "cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone"
            + " instead, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details";

    @Override
    public List<String> warnings(ApiObject object, Optional<ApiObject> old) {
        FieldView job = FieldView.root(object, new ArrayList<>());
        var warnings = new ArrayList<String>();
        if (old.isEmpty()) {
            warnings.addAll(PodWarnings.ofOwner(job));
        }
        if (PodWarnings.isChanged(object, old)) {
            warnings.addAll(JobSpecs.warnings(job.at("spec", "jobTemplate", "spec")));
        }
        if (old.isPresent() && job.at("spec", "schedule").text().contains("TZ")) {
            warnings.add(ZONE_IN_SCHEDULE);
        }
        return warnings;
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView root = FieldView.root(object, errors);
        FieldView spec = root.at("spec");
        FieldView before = FieldView.root(old.orElse(new ApiObject(new HashMap<>())), new ArrayList<>())
                .at("spec");
        schedule(spec, before.at("schedule").text().contains("TZ"));
        spec.at("startingDeadlineSeconds").nonNegative();
        if (old.isEmpty() || !spec.at("timeZone").sameAs(before.at("timeZone"))) {
            Checks.timeZone(spec.at("timeZone"));
        }
        FieldView concurrency = spec.at("concurrencyPolicy");
        concurrency.requireText();
        if (!concurrency.isEmpty()) {
            concurrency.oneOf("Allow", "Forbid", "Replace");
        }
        template(spec.at("jobTemplate", "spec"));
        spec.at("successfulJobsHistoryLimit").nonNegative();
        spec.at("failedJobsHistoryLimit").nonNegative();
        FieldView name = root.at("metadata", "name");
        if (old.isEmpty() && name.text().length() > NAME_MAX) {
            name.invalid("must be no more than " + NAME_MAX + " characters");
        }
        return errors;
    }

    private static void schedule(FieldView spec, boolean zoneAllowed) {
        FieldView schedule = spec.at("schedule");
        String text = schedule.text();
        if (text.isEmpty()) {
            schedule.required("");
            return;
        }
        Checks.cronSchedule(text).ifPresent(schedule::invalid);
        if (text.contains("TZ")) {
            if (!zoneAllowed) {
                schedule.invalid("cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
            } else if (spec.at("timeZone").present()) {
                schedule.invalid("cannot use both timeZone field and TZ or CRON_TZ in schedule");
            }
        }
    }

    private static void template(FieldView job) {
        JobSpecs.validate(job);
        if (job.at("selector").present()) {
            job.at("selector").invalid("`selector` will be auto-generated");
        }
        if (job.at("manualSelector").flag()) {
            job.at("manualSelector").notSupported("nil", "false");
        }
    }
}
