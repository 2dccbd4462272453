package mortise.group.resource;

import mortise.core.schema.FieldView;

/** Taints of devices and what tolerates them. */
final class Taints {

    private static final String[] EFFECTS = {"NoExecute", "NoSchedule", "None"};

    private Taints() {
    }

    /** Checks a taint; {@code old} is what it was, absent for a new one. */
    static void taint(FieldView taint, FieldView old) {
        taint.at("key").qualifiedName();
        if (!taint.at("value").isEmpty()) {
            taint.at("value").labelValue();
        }
        FieldView effect = taint.at("effect");
        if (!old.present() || !effect.sameAs(old.at("effect"))) {
            effect.requireText();
            effect(effect);
        }
    }

    private static void effect(FieldView effect) {
        if (!effect.isEmpty()) {
            effect.oneOf(EFFECTS);
        }
    }

    /** Checks a toleration. */
    static void toleration(FieldView toleration) {
        if (!toleration.at("key").isEmpty()) {
            toleration.at("key").qualifiedName();
        }
        FieldView value = toleration.at("value");
        FieldView operator = toleration.at("operator");
        switch (operator.text()) {
            case "Exists" -> {
                if (!value.isEmpty()) {
                    value.invalid("must be empty for operator `Exists`");
                }
            }
            case "Equal" -> value.labelValue();
            case "" -> operator.required("");
            default -> operator.notSupported("Equal", "Exists");
        }
        effect(toleration.at("effect"));
    }
}
