package mortise.itests.kinds;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ErrorReason;
import mortise.api.FieldError;
import mortise.api.UserInfo;
import mortise.core.codec.JsonEncoder;
import mortise.spi.group.ActionRequest;
import mortise.spi.group.Conversion;
import mortise.spi.group.ObjectAction;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.ResourceStrategy;
import mortise.spi.group.SubresourceBehavior;
import mortise.spi.group.SubresourceDefinition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whatever an object holds, once its types are right: the rules of its kind answer with errors and never fail. */
class StrategiesTest {

    private static final Seeds SEEDS = Seeds.of(StrategiesTest.class);
    private static final int OBJECTS = Integer.getInteger("mortise.kinds.objects", 250);
    private static final Logger LOG = LoggerFactory.getLogger(StrategiesTest.class);
    private static final UserInfo USER = UserInfo.of("jane", "system:authenticated");

    /** Something that may be refused in the way that clients are told of. */
    private interface Step {
        void run();
    }

    @ParameterizedTest
    @MethodSource("mortise.itests.kinds.Groups#kinds")
    void rulesTakeAnyObject(Kind kind) {
        var failures = new Failures();
        Set<String> wrong = new TreeSet<>();
        for (int i = 0; i < OBJECTS; i++) {
            Random random = SEEDS.random(kind, i);
            ApiObject old = received(kind, random);
            ApiObject object = received(kind, random);
            if (random.nextInt(3) == 0) {
                changeOneField(old, object, random);
            }
            new Case(kind, failures, wrong, Forms.show(object.tree()), Forms.show(old.tree()))
                    .run(object, old, random);
        }
        LOG.info("{}: errors about {} different fields", kind, wrong.size());
        failures.assertNone(SEEDS);
    }

    /** Makes the second object the first one but for one of its fields, so that rules for changes are reached. */
    private static void changeOneField(ApiObject old, ApiObject object, Random random) {
        Map<String, @Nullable Object> other = new LinkedHashMap<>(object.tree());
        List<String> fields = List.copyOf(other.keySet());
        String field = fields.get(random.nextInt(fields.size()));
        object.tree().clear();
        object.tree().putAll(old.deepCopy().tree());
        object.tree().put(field, other.get(field));
    }

    /** Returns a random object as strategies get it: defaulted, and in the storage version. */
    private static ApiObject received(Kind kind, Random random) {
        ApiObject object = kind.pruned(random);
        kind.schema().applyDefaults(object);
        if (kind.version().conversion() != Conversion.NONE) {
            kind.version().conversion().toStored(object);
            object.setKind(kind.storedName());
            storedSchema(kind).applyDefaults(object);
        }
        return object;
    }

    private static ObjectSchema storedSchema(Kind kind) {
        return Groups.find(kind.storedName()).map(Kind::schema).orElse(kind.schema());
    }

    /** Calls everything that a kind has with the same objects. */
    private record Case(Kind kind, Failures failures, Set<String> wrong, String object, String old) {

        void run(ApiObject sent, ApiObject before, Random random) {
            ResourceDefinition resource = kind.resource();
            created(resource.strategy(), before.deepCopy());
            ApiObject stored = before.deepCopy();
            // Whatever is stored was completed; what an earlier release or another server stored is so, too.
            if (random.nextBoolean()) {
                step("complete", () -> storedSchema(kind).complete(stored));
            }
            updated(resource.strategy(), sent.deepCopy(), stored.deepCopy(), "update");
            for (SubresourceDefinition subresource : resource.subresources()) {
                behavior(subresource, sent.deepCopy(), stored.deepCopy(), random);
            }
            resource.virtual().ifPresent(virtual -> step("perform",
                    () -> perform(virtual, sent.deepCopy(), Optional.empty())));
            read(resource, stored);
            read(resource, sent);
            ended(resource.strategy(), stored.deepCopy());
        }

        private void created(ResourceStrategy strategy, ApiObject created) {
            step("validate by schema", () -> validated(created, kind.schema().validate(created, Optional.empty())));
            step("name rule", () -> kind.resource().nameRule().check(created.metadata().name()));
            step("prepareForCreate", () -> strategy.prepareForCreate(created, USER));
            step("validate new", () -> judged(strategy, created, Optional.empty()));
        }

        private void updated(ResourceStrategy strategy, ApiObject sent, ApiObject stored, String what) {
            step("prepareForUpdate, " + what, () -> strategy.prepareForUpdate(sent, stored));
            step("validate, " + what, () -> judged(strategy, sent, Optional.of(stored)));
        }

        private void behavior(SubresourceDefinition subresource, ApiObject sent, ApiObject stored, Random random) {
            if (subresource.behavior() instanceof SubresourceBehavior.Part part) {
                updated(part.strategy(), sent, stored, subresource.name());
            } else if (subresource.behavior() instanceof SubresourceBehavior.View view) {
                step("read " + subresource.name(), () -> JsonEncoder.encode(view.view().read(stored).tree()));
                ApiObject body = body(view.schema(), random);
                String shown = Forms.show(body.tree());
                failures.watch(kind + " write " + subresource.name(), () -> shown + " into " + old,
                        () -> refusable(() -> view.view().write(body, stored)));
            } else if (subresource.behavior() instanceof SubresourceBehavior.Action action) {
                ApiObject body = body(action.schema(), random);
                String shown = Forms.show(body.tree());
                failures.watch(kind + " " + subresource.name(), () -> shown + " of " + old,
                        () -> refusable(() -> perform(action.action(), body, Optional.of(stored))));
            }
        }

        private static void perform(ObjectAction action, ApiObject body, Optional<ApiObject> object) {
            JsonEncoder.encode(action.perform(
                    new ActionRequest(USER, "default", "a", body, object, Map.of(), true)).tree());
        }

        private static ApiObject body(ObjectSchema schema, Random random) {
            ApiObject body = schema.type().map(type -> new ApiObject(new RandomTrees(random).object(type)))
                    .orElseGet(() -> new ApiObject(new LinkedHashMap<>()));
            schema.type().ifPresent(type -> Kind.prune(body.tree(), type));
            schema.applyDefaults(body);
            return body;
        }

        private void read(ResourceDefinition resource, ApiObject read) {
            resource.columns().forEach(column -> step("cell " + column.name(), () -> column.cell().apply(read)));
            resource.selectableFields().forEach((field, reader) -> step("field " + field, () -> {
                if (reader.apply(read) == null) {
                    throw new AssertionError("null for a selectable field");
                }
            }));
        }

        private void ended(ResourceStrategy strategy, ApiObject stored) {
            step("gracePeriodSeconds", () -> strategy.gracePeriodSeconds(stored, OptionalLong.empty()));
            step("gracePeriodSeconds, asked", () -> strategy.gracePeriodSeconds(stored, OptionalLong.of(5)));
            step("prepareForDelete", () -> strategy.prepareForDelete(stored));
            step("heldBack", () -> strategy.heldBack(stored));
        }

        /** Errors are sent to clients and objects are stored, so both must be such that this is possible. */
        private void validated(ApiObject judged, List<FieldError> errors) {
            errors.forEach(error -> JsonEncoder.encode(error.toString()));
            errors.forEach(error -> wrong.add(error.field().replaceAll("\\[[^\\]]*\\]", "[]")));
            JsonEncoder.encode(judged.tree());
        }

        /** Validates, which changes nothing, and lets a valid object take what it needs. */
        private void judged(ResourceStrategy strategy, ApiObject judged, Optional<ApiObject> replaced) {
            ApiObject before = judged.deepCopy();
            List<FieldError> errors = strategy.validate(judged, replaced);
            Differences.assertSame(judged.tree(), before.tree());
            validated(judged, errors);
            JsonEncoder.encode(strategy.warnings(judged, replaced));
            if (errors.isEmpty()) {
                strategy.reserve(judged, replaced, true).giveBack();
            }
        }

        private void step(String what, Step step) {
            failures.watch(kind.resource().kind() + " " + what, () -> object + "\n  old " + old,
                    () -> refusable(step));
        }

        /** There is no server behind the groups, so those that ask it for other objects say that it is not ready. */
        private static void refusable(Step step) {
            try {
                step.run();
            } catch (ApiException refused) {
                if (refused.status().reason() == ErrorReason.INTERNAL_ERROR) {
                    throw refused;
                }
            }
        }
    }
}
