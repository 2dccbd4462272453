package mortise.group.batch;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import mortise.core.schema.FieldView;

/**
 * Validation of {@code batch.v1.JobStatus}. Most rules look only at what an update changes, so that a status that was
 * written under older rules can still be worked with.
 */
final class JobStatuses {

    private static final List<String> COUNTS = List.of("active", "succeeded", "failed", "ready", "terminating");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss Z 'UTC'", Locale.ROOT);

    private final JobState now;
    private final JobState was;
    private final FieldView conditions;

    private JobStatuses(JobState now, JobState was) {
        this.now = now;
        this.was = was;
        this.conditions = now.status().at("conditions");
    }

    /** Checks a status and its change; what is wrong goes to the list of {@code now}. */
    static void validate(JobState now, JobState was) {
        var check = new JobStatuses(now, was);
        check.counts();
        check.completion();
        check.conditions();
        check.end();
        check.indexes();
        check.pods();
        check.success();
        check.change();
    }

    private boolean changed(Predicate<JobState> fact) {
        return fact.test(now) != fact.test(was);
    }

    private boolean changed(String field) {
        return !now.status().at(field).sameAs(was.status().at(field));
    }

    private void refuse(boolean wrong, String detail) {
        if (wrong) {
            Omitted.invalid(conditions, detail);
        }
    }

    private void counts() {
        COUNTS.forEach(count -> now.status().at(count).nonNegative());
        Set<String> seen = new HashSet<>();
        FieldView uncounted = now.status().at("uncountedTerminatedPods");
        for (String list : List.of("succeeded", "failed")) {
            for (FieldView uid : uncounted.at(list).items()) {
                if (uid.isEmpty()) {
                    uid.invalid("must not be empty");
                } else if (!seen.add(uid.text())) {
                    uid.duplicate();
                }
            }
        }
    }

    private void completion() {
        boolean complete = changed(JobState::complete);
        refuse((complete || changed(JobState::failed)) && now.complete() && now.failed(),
                "cannot set Complete=True and Failed=true conditions");
        refuse((complete || changed(JobState::failureTarget)) && now.complete() && now.failureTarget(),
                "cannot set Complete=True and FailureTarget=true conditions");
        FieldView time = now.status().at("completionTime");
        boolean changedTime = changed("completionTime");
        if (complete || changedTime) {
            if (time.present() && !now.complete()) {
                time(time, "cannot set completionTime when there is no Complete=True condition");
            }
            if (!time.present() && now.complete()) {
                time.required("completionTime is required for Complete jobs");
            }
        }
        Instant start = now.time("startTime");
        Instant end = now.time("completionTime");
        if ((changedTime || changed("startTime")) && start != null && end != null && end.isBefore(start)) {
            time(time, "completionTime cannot be set before startTime");
        }
    }

    /** Times are shown as Go prints them. */
    private void time(FieldView time, String detail) {
        Instant instant = now.time("completionTime");
        Omitted.shown(time, instant == null ? "" : TIME.format(instant.atOffset(ZoneOffset.UTC)), detail);
    }

    private void conditions() {
        refuse((changed(JobState::failed) || changed(JobState::failureTarget)) && now.failed() && !now.failureTarget(),
                "cannot set Failed=True condition without the FailureTarget=true condition");
        refuse((changed(JobState::complete) || changed(JobState::successMet)) && now.complete() && !now.successMet(),
                "cannot set Complete=True condition without the SuccessCriteriaMet=true condition");
    }

    private void end() {
        if (!now.finished()) {
            return;
        }
        boolean ended = changed(JobState::finished);
        FieldView status = now.status();
        if ((ended || changed("active")) && now.number("active") > 0) {
            status.at("active").invalid("active>0 is invalid for finished job");
        }
        if ((ended || changed("startTime")) && !status.at("startTime").present()) {
            status.at("startTime").required("startTime is required for finished job");
        }
        FieldView uncounted = status.at("uncountedTerminatedPods");
        if ((ended || changed("uncountedTerminatedPods"))
                && uncounted.at("failed").size() + uncounted.at("succeeded").size() > 0) {
            uncounted.invalid(Shown.uncounted(uncounted), "uncountedTerminatedPods needs to be empty for finished job");
        }
    }

    private void indexes() {
        FieldView completed = now.status().at("completedIndexes");
        FieldView failed = now.status().at("failedIndexes");
        boolean counted = now.spec().at("completions").present();
        boolean limited = now.spec().at("backoffLimitPerIndex").present();
        boolean newCompleted = changed("completedIndexes");
        boolean newFailed = changed("failedIndexes");
        if (newCompleted && counted) {
            parse(completed, "completedIndexes");
        }
        if (newFailed && counted && limited && failed.present()) {
            parse(failed, "failedIndexes");
        }
        if (newCompleted && !completed.isEmpty() && !now.indexed()) {
            completed.invalid("cannot set non-empty completedIndexes when non-indexed completion mode");
        }
        if (newFailed && !limited && failed.present()) {
            failed.invalid("cannot set non-null failedIndexes when backoffLimitPerIndex is null");
        }
        if ((newCompleted || newFailed) && counted && failed.present()) {
            IndexRanges.common(completed.text(), failed.text(), now.completions()).ifPresent(index ->
                    failed.invalid("failedIndexes and completedIndexes overlap at index: " + index));
        }
    }

    private void parse(FieldView indexes, String name) {
        try {
            IndexRanges.count(indexes.text(), now.completions());
        } catch (IndexRanges.FormatException wrong) {
            indexes.invalid("error parsing " + name + ": " + wrong.getMessage());
        }
    }

    private void pods() {
        FieldView terminating = now.status().at("terminating");
        if ((changed(JobState::finished) || changed("terminating")) && now.finished() && terminating.number(0) > 0) {
            terminating.invalid("terminating>0 is invalid for finished job");
        }
        FieldView ready = now.status().at("ready");
        if ((changed("ready") || changed("active")) && ready.number(0) > now.number("active")) {
            ready.invalid("cannot set more ready pods than active");
        }
    }

    private void success() {
        refuse(now.successMet() && now.failed(), "cannot set SuccessCriteriaMet=True and Failed=true conditions");
        refuse(now.successMet() && now.failureTarget(),
                "cannot set SuccessCriteriaMet=True and FailureTarget=true conditions");
        refuse(now.spec().at("successPolicy").present() && !now.successMet() && now.complete(),
                "cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True");
    }

    private void change() {
        for (String condition : List.of("Failed", "Complete", "FailureTarget")) {
            refuse(was.is(condition) && !now.is(condition),
                    "cannot disable the terminal " + condition + "=True condition");
        }
        notLess("failed");
        // Jobs that run all their pods at once may shrink, and then count less.
        if (!now.indexed() || !now.spec().at("completions").sameAs(now.spec().at("parallelism"))) {
            notLess("succeeded");
        }
        FieldView end = now.status().at("completionTime");
        if (end.present() && was.status().at("completionTime").present() && changed("completionTime")) {
            time(end, "completionTime cannot be mutated");
        }
        if (was.status().at("startTime").present() && changed("startTime") && !now.spec().at("suspend").flag()) {
            now.status().at("startTime").required("startTime cannot be removed for unsuspended job");
        }
        refuse(was.successMet() && !now.successMet(), "cannot disable the SuccessCriteriaMet=True condition");
        refuse(was.complete() && !was.successMet() && now.successMet(),
                "cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions");
    }

    private void notLess(String count) {
        if (now.number(count) < was.number(count)) {
            now.status().at(count).invalid(now.number(count), "cannot decrease the " + count + " counter");
        }
    }
}
