package mortise.group.batch;

import java.time.Duration;
import java.time.Instant;
import mortise.api.ApiObject;
import mortise.core.schema.Cells;
import mortise.spi.group.Elapsed;
import org.jspecify.annotations.Nullable;

/** Cells of jobs. */
final class JobCells {

    private JobCells() {
    }

    /** Returns how many pods succeeded of those that must. */
    static String completions(ApiObject job) {
        long succeeded = Cells.number(job, "status", "succeeded");
        if (job.at("spec", "completions") != null) {
            return succeeded + "/" + Cells.number(job, "spec", "completions");
        }
        long parallelism = Cells.number(job, "spec", "parallelism");
        return succeeded + (parallelism > 1 ? "/1 of " + parallelism : "/1");
    }

    /** Returns how long the job took, or takes already; nothing before it starts. */
    static @Nullable Object duration(ApiObject job) {
        Instant start = Cells.instant(job.at("status", "startTime")).orElse(null);
        if (start == null) {
            return "";
        }
        return Cells.instant(job.at("status", "completionTime"))
                .<Object>map(end -> Cells.shortDuration(Duration.between(start, end)))
                .orElseGet(() -> Elapsed.since(start));
    }
}
