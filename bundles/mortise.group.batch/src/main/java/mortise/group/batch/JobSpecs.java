package mortise.group.batch;

import java.util.ArrayList;
import java.util.List;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;
import mortise.core.workload.PodTemplates;
import mortise.core.workload.PodWarnings;

/** Validation of {@code batch.v1.JobSpec} wherever it stands, but for the selector. */
final class JobSpecs {

    static final String INDEXED = "Indexed";

    private static final int MANAGED_BY_MAX = 63;
    private static final int INDEXED_MAX = 100_000;
    /** More completions than this need tighter bounds when each index has its own limit. */
    private static final int MANY_COMPLETIONS = 100_000;
    private static final int MANY_COMPLETIONS_BOUND = 10_000;
    private static final List<String> NUMBERS = List.of("parallelism", "completions", "activeDeadlineSeconds",
            "backoffLimit", "ttlSecondsAfterFinished", "backoffLimitPerIndex", "maxFailedIndexes");

    private JobSpecs() {
    }

    /** Checks a spec after its defaults have been applied. */
    static void validate(FieldView spec) {
        NUMBERS.forEach(number -> spec.at(number).nonNegative());
        FieldView perIndex = spec.at("backoffLimitPerIndex");
        if (spec.at("maxFailedIndexes").present() && !perIndex.present()) {
            perIndex.required("when maxFailedIndexes is specified");
        }
        managedBy(spec.at("managedBy"));
        FieldView mode = spec.at("completionMode");
        if (mode.present()) {
            mode.oneOf("NonIndexed", INDEXED);
        }
        if (mode.isOneOf(INDEXED)) {
            indexed(spec);
        } else if (!mode.present() || mode.isOneOf("NonIndexed")) {
            notIndexed(spec);
        }
        FailurePolicies.validate(spec);
        SuccessPolicies.validate(spec);
        replacement(spec);
        PodTemplates.validate(spec.at("template"));
        restart(spec);
    }

    /** Returns what to say of a valid spec. */
    static List<String> warnings(FieldView spec) {
        var warnings = new ArrayList<String>();
        if (spec.at("completionMode").isOneOf(INDEXED) && spec.at("completions").number(0) > MANY_COMPLETIONS
                && spec.at("parallelism").number(0) > MANY_COMPLETIONS_BOUND) {
            warnings.add(spec.path() + ": In Indexed Jobs with a number of completions higher than 10^5 and a"
                    + " parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a"
                    + " big number of indexes fail");
        }
        warnings.addAll(PodWarnings.ofTemplate(spec.at("template")));
        return warnings;
    }

    private static void managedBy(FieldView managedBy) {
        if (managedBy.present()) {
            Checks.domainPrefixedPath(managedBy);
            managedBy.bytesAtMost(MANAGED_BY_MAX);
        }
    }

    private static void indexed(FieldView spec) {
        FieldView completions = spec.at("completions");
        FieldView parallelism = spec.at("parallelism");
        FieldView failed = spec.at("maxFailedIndexes");
        if (!completions.present()) {
            completions.required("when completion mode is Indexed");
        }
        if (parallelism.number(0) > INDEXED_MAX) {
            parallelism.invalid(atMost(INDEXED_MAX) + " when completion mode is Indexed");
        }
        if (completions.present() && failed.number(0) > completions.number(0)) {
            failed.invalid("must be less than or equal to completions");
        }
        if (failed.number(0) > INDEXED_MAX) {
            failed.invalid(atMost(INDEXED_MAX));
        }
        if (completions.number(0) > MANY_COMPLETIONS && spec.at("backoffLimitPerIndex").present()) {
            if (!failed.present()) {
                failed.required("must be specified when completions is above " + MANY_COMPLETIONS);
            }
            bounded(parallelism);
            bounded(failed);
        }
    }

    private static void bounded(FieldView number) {
        if (number.number(0) > MANY_COMPLETIONS_BOUND) {
            number.invalid(atMost(MANY_COMPLETIONS_BOUND) + " when completions are above " + MANY_COMPLETIONS
                    + " and used with backoff limit per index");
        }
    }

    private static String atMost(int bound) {
        return "must be less than or equal to " + bound;
    }

    private static void notIndexed(FieldView spec) {
        for (String field : List.of("backoffLimitPerIndex", "maxFailedIndexes")) {
            if (spec.at(field).present()) {
                spec.at(field).invalid("requires indexed completion mode");
            }
        }
    }

    private static void replacement(FieldView spec) {
        FieldView policy = spec.at("podReplacementPolicy");
        if (policy.present()) {
            if (spec.at("podFailurePolicy").present()) {
                policy.oneOf("Failed");
            } else {
                policy.oneOf("Failed", "TerminatingOrFailed");
            }
        }
    }

    private static void restart(FieldView spec) {
        FieldView policy = spec.at("template", "spec", "restartPolicy");
        if (policy.isEmpty() || policy.isOneOf("Always")) {
            policy.required("valid values: \"OnFailure\", \"Never\"");
        } else if (!policy.isOneOf("OnFailure", "Never")) {
            policy.notSupported("OnFailure", "Never");
        } else if (spec.at("podFailurePolicy").present() && !policy.isOneOf("Never")) {
            policy.invalid("only \"Never\" is supported when podFailurePolicy is specified");
        }
    }
}
