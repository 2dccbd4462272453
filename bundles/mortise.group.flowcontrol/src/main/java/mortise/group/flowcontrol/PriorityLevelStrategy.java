package mortise.group.flowcontrol;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;

/** Priority levels: how much of the server's capacity the requests of a level get. */
final class PriorityLevelStrategy implements ResourceStrategy {

    private static final int QUEUES_MAX = 10_000_000;
    /** Bits of the hash that deals a hand of queues. */
    private static final int HASH_BITS = 60;
    private static final String NON_NEGATIVE = "must be a non-negative integer";

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView root = FieldView.root(object, errors);
        FieldView spec = root.at("spec");
        String name = object.metadata().name();
        type(spec, name);
        fixed(spec, name);
        ConditionStatusStrategy.check(root);
        return errors;
    }

    private static void type(FieldView spec, String name) {
        FieldView type = spec.at("type");
        if (name.equals(Mandatory.EXEMPT) != type.isOneOf("Exempt")) {
            type.invalid(type.text(), "type must be 'Exempt' if and only if name is 'exempt'");
        }
        if (type.isOneOf("Exempt")) {
            exempt(spec);
        } else if (type.isOneOf("Limited")) {
            limited(spec);
        } else {
            type.notSupported("Exempt", "Limited");
        }
    }

    private static void exempt(FieldView spec) {
        if (spec.at("limited").present()) {
            spec.at("limited").forbidden("must be nil if the type is not Limited");
        }
        shares(spec.at("exempt", "nominalConcurrencyShares"));
        percent(spec.at("exempt", "lendablePercent"));
    }

    private static void limited(FieldView spec) {
        if (spec.at("exempt").present()) {
            spec.at("exempt").forbidden("must be nil if the type is Limited");
        }
        FieldView limited = spec.at("limited");
        if (!limited.present()) {
            limited.required("must not be empty when type is Limited");
            return;
        }
        shares(limited.at("nominalConcurrencyShares"));
        response(limited.at("limitResponse"));
        percent(limited.at("lendablePercent"));
        if (limited.at("borrowingLimitPercent").number(0) < 0) {
            limited.at("borrowingLimitPercent").invalid("if specified, " + NON_NEGATIVE);
        }
    }

    private static void shares(FieldView shares) {
        if (shares.number(0) < 0) {
            shares.invalid(NON_NEGATIVE);
        }
    }

    private static void percent(FieldView percent) {
        if (percent.present()) {
            percent.inRange(0, 100);
        }
    }

    private static void response(FieldView response) {
        FieldView queuing = response.at("queuing");
        if (response.at("type").isOneOf("Reject")) {
            if (queuing.present()) {
                queuing.forbidden("must be nil if limited.limitResponse.type is not Limited");
            }
        } else if (!response.at("type").isOneOf("Queue")) {
            response.at("type").notSupported("Queue", "Reject");
        } else if (queuing.present()) {
            queuing(queuing);
        } else {
            queuing.required("must not be empty if limited.limitResponse.type is Limited");
        }
    }

    private static void queuing(FieldView queuing) {
        FieldView handSize = queuing.at("handSize");
        long queues = queuing.at("queues").number(0);
        long hand = handSize.number(0);
        positive(queuing.at("queueLengthLimit"));
        positive(queuing.at("queues"));
        if (queues > QUEUES_MAX) {
            queuing.at("queues").invalid("must not be greater than " + QUEUES_MAX);
        }
        positive(handSize);
        if (hand > 0 && hand > queues) {
            handSize.invalid("should not be greater than queues (" + queues + ")");
        } else if (hand > 0 && bits(queues, hand) > HASH_BITS) {
            handSize.invalid("required entropy bits of deckSize " + queues + " and handSize " + hand
                    + " should not be greater than " + HASH_BITS);
        }
    }

    private static void positive(FieldView number) {
        if (number.number(0) <= 0) {
            number.invalid(number.number(0), "must be positive");
        }
    }

    /** Returns how many bits it takes to choose each card of a hand among all of a deck. */
    static int bits(long deck, long hand) {
        return (int) Math.ceil(Math.log(deck) / Math.log(2) * hand);
    }

    private static void fixed(FieldView spec, String name) {
        Map<String, Object> fixed = Mandatory.PRIORITY_LEVELS.get(name);
        if (fixed == null || !(spec.value() instanceof Map<?, ?> written)) {
            return;
        }
        Map<Object, Object> compared = new LinkedHashMap<>(written);
        boolean exempt = name.equals(Mandatory.EXEMPT);
        if (exempt) {
            compared.remove("exempt");
        }
        if (!fixed.equals(compared)) {
            spec.invalid("spec of '" + name + "' " + (exempt ? "except the 'spec.exempt' field " : "")
                    + "must equal the fixed value");
        }
    }
}
