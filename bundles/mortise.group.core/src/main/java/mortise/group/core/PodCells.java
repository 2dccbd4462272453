package mortise.group.core;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import mortise.api.ApiObject;
import mortise.core.schema.Cells;
import mortise.spi.group.Elapsed;
import org.jspecify.annotations.Nullable;

/** Cells of pods that sum up what their containers do. */
final class PodCells {

    private static final String SINCE_INIT = "PodInitializing";

    private PodCells() {
    }

    static Map<String, Function<ApiObject, @Nullable Object>> of() {
        return Map.of(
                "Ready", pod -> summary(pod).ready(),
                "Status", pod -> summary(pod).reason(),
                "Restarts", pod -> summary(pod).restarts(),
                "Readiness Gates", PodCells::gates);
    }

    private static Object gates(ApiObject pod) {
        List<Map<String, @Nullable Object>> gates = Cells.structs(pod, "spec", "readinessGates");
        long open = gates.stream().filter(gate ->
                Conditions.isTrue(pod.at("status"), String.valueOf(gate.get("conditionType")))).count();
        return gates.isEmpty() ? "<none>" : open + "/" + gates.size();
    }

    private static Summary summary(ApiObject pod) {
        var summary = new Summary(pod);
        summary.initContainers();
        if (!summary.initializing || Conditions.isTrue(pod.at("status"), "Initialized")) {
            summary.containers();
        }
        summary.deletion();
        return summary;
    }

    /** What a walk over the containers has found so far. */
    private static final class Summary {

        private final ApiObject pod;
        private final List<Map<String, @Nullable Object>> initSpecs;
        private String reason;
        private boolean initializing;
        private long ready;
        private Restarts all = new Restarts(0, null);
        /** Those of init containers that go on beside the others. */
        private Restarts sidecars = new Restarts(0, null);

        Summary(ApiObject pod) {
            this.pod = pod;
            initSpecs = Cells.structs(pod, "spec", "initContainers");
            String why = pod.textAt("status", "reason");
            reason = why.isEmpty() ? pod.textAt("status", "phase") : why;
            Conditions.find(pod.at("status"), "PodScheduled")
                    .filter(condition -> "SchedulingGated".equals(condition.get("reason")))
                    .ifPresent(condition -> reason = "SchedulingGated");
        }

        String reason() {
            return reason;
        }

        String ready() {
            long total = Cells.structs(pod, "spec", "containers").size()
                    + initSpecs.stream().filter(Summary::isSidecar).count();
            return ready + "/" + total;
        }

        Object restarts() {
            Instant last = all.last();
            return all.count() == 0 || last == null
                    ? Long.toString(all.count()) : new Elapsed(all.count() + " (", last, " ago)");
        }

        private static boolean isSidecar(Map<String, @Nullable Object> container) {
            return "Always".equals(container.get("restartPolicy"));
        }

        void initContainers() {
            List<Map<String, @Nullable Object>> statuses = Cells.structs(pod, "status", "initContainerStatuses");
            for (int index = 0; index < statuses.size() && !initializing; index++) {
                Map<String, @Nullable Object> status = statuses.get(index);
                all = all.plus(status);
                boolean sidecar = initSpecs.stream().anyMatch(container ->
                        isSidecar(container) && String.valueOf(status.get("name")).equals(container.get("name")));
                if (sidecar) {
                    sidecars = sidecars.plus(status);
                }
                initContainer(new ApiObject(status), sidecar, index);
            }
        }

        private void initContainer(ApiObject status, boolean sidecar, int index) {
            boolean ended = status.at("state", "terminated") != null;
            if (ended && Cells.number(status, "state", "terminated", "exitCode") == 0) {
                return;
            }
            if (sidecar && Boolean.TRUE.equals(status.at("started"))) {
                ready += Boolean.TRUE.equals(status.at("ready")) ? 1 : 0;
                return;
            }
            String waiting = status.textAt("state", "waiting", "reason");
            initializing = true;
            if (ended) {
                reason = "Init:" + ended(status).orElse("");
            } else if (!waiting.isEmpty() && !waiting.equals(SINCE_INIT)) {
                reason = "Init:" + waiting;
            } else {
                reason = "Init:" + index + "/" + initSpecs.size();
            }
        }

        void containers() {
            all = sidecars;
            boolean running = false;
            Optional<String> error = Optional.empty();
            List<Map<String, @Nullable Object>> statuses = Cells.structs(pod, "status", "containerStatuses");
            for (int index = statuses.size() - 1; index >= 0; index--) {
                var status = new ApiObject(statuses.get(index));
                all = all.plus(statuses.get(index));
                String waiting = status.textAt("state", "waiting", "reason");
                Optional<String> ended = ended(status);
                if (!waiting.isEmpty()) {
                    reason = waiting;
                } else if (ended.isPresent()) {
                    reason = ended.get();
                    error = Cells.number(status, "state", "terminated", "exitCode") == 0 ? error : ended;
                } else if (Boolean.TRUE.equals(status.at("ready")) && status.at("state", "running") != null) {
                    running = true;
                    ready++;
                }
            }
            if (reason.equals("Completed")) {
                completed(running, error);
            }
        }

        /** The first container has ended well; the others may not have. */
        private void completed(boolean running, Optional<String> error) {
            if (running && Conditions.isTrue(pod.at("status"), "Ready")) {
                reason = "Running";
            } else if (error.isPresent()) {
                reason = error.get();
            } else if (running) {
                reason = "NotReady";
            }
        }

        void deletion() {
            if (pod.metadata().deletionTimestamp().isEmpty()) {
                return;
            }
            if (pod.textAt("status", "reason").equals("NodeLost")) {
                reason = "Unknown";
            } else if (!PodStrategy.isOver(pod)) {
                reason = "Terminating";
            }
        }

        /** Returns how a container has ended; nothing for one that has not. */
        private static Optional<String> ended(ApiObject status) {
            if (status.at("state", "terminated") == null) {
                return Optional.empty();
            }
            String why = status.textAt("state", "terminated", "reason");
            if (!why.isEmpty()) {
                return Optional.of(why);
            }
            long signal = Cells.number(status, "state", "terminated", "signal");
            return Optional.of(signal != 0 ? "Signal:" + signal
                    : "ExitCode:" + Cells.number(status, "state", "terminated", "exitCode"));
        }
    }

    /** How often containers were started again, and when one last ended before that. */
    private record Restarts(long count, @Nullable Instant last) {

        Restarts plus(Map<String, @Nullable Object> containerStatus) {
            var status = new ApiObject(containerStatus);
            Instant end = Cells.instant(status.at("lastState", "terminated", "finishedAt")).orElse(null);
            boolean later = end != null && (last == null || end.isAfter(last));
            return new Restarts(count + Cells.number(status, "restartCount"), later ? end : last);
        }
    }
}
