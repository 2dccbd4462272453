package mortise.group.batch;

import mortise.core.schema.FieldView;

/** Validation of {@code batch.v1.SuccessPolicy}: which indexes are enough. */
final class SuccessPolicies {

    private static final int RULES_MAX = 20;
    private static final int INDEXES_BYTES_MAX = 64 * 1024;

    private SuccessPolicies() {
    }

    /** Checks the policy of a job's spec; none is fine. */
    static void validate(FieldView spec) {
        FieldView policy = spec.at("successPolicy");
        if (!policy.present()) {
            return;
        }
        if (!spec.at("completionMode").isOneOf(JobSpecs.INDEXED)) {
            policy.invalid(Shown.successPolicy(policy), "requires indexed completion mode");
            return;
        }
        FieldView rules = policy.at("rules");
        if (rules.size() == 0) {
            rules.required("at least one rules must be specified when the successPolicy is specified");
        } else if (rules.size() > RULES_MAX) {
            rules.tooMany(rules.size(), RULES_MAX);
        }
        long completions = spec.at("completions").number(0);
        rules.items().forEach(rule -> rule(rule, completions));
    }

    private static void rule(FieldView rule, long completions) {
        FieldView indexes = rule.at("succeededIndexes");
        FieldView count = rule.at("succeededCount");
        if (!indexes.present() && !count.present()) {
            rule.required("at least one of succeededCount or succeededIndexes must be specified");
        }
        long all = indexes.present() ? count(indexes, completions) : Long.MAX_VALUE;
        if (!count.present()) {
            return;
        }
        count.nonNegative();
        if (count.number(0) > completions) {
            count.invalid("must be less than or equal to " + completions + " (the number of specified completions)");
        }
        if (count.number(0) > all) {
            count.invalid("must be less than or equal to " + all
                    + " (the number of indexes in the specified succeededIndexes field)");
        }
    }

    private static long count(FieldView indexes, long completions) {
        indexes.bytesAtMost(INDEXES_BYTES_MAX);
        try {
            return IndexRanges.count(indexes.text(), completions);
        } catch (IndexRanges.FormatException wrong) {
            indexes.invalid("error parsing succeededIndexes: " + wrong.getMessage());
            return 0;
        }
    }
}
