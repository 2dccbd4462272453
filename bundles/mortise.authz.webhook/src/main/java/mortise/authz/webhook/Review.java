package mortise.authz.webhook;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import mortise.api.FieldSelector;
import mortise.api.LabelSelector;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;
import mortise.core.codec.JsonEncoder;
import mortise.core.codec.MalformedBodyException;
import mortise.spi.authorization.AuthorizationRequest;
import org.jspecify.annotations.Nullable;

/** A SubjectAccessReview as it goes over the wire. Pure functions. */
final class Review {

    static final List<String> RESOURCE_TEXTS =
            List.of("namespace", "verb", "group", "version", "resource", "subresource", "name");

    private static final String KIND = "SubjectAccessReview";
    private static final DecodeLimits LIMITS = new DecodeLimits(64, 1 << 20);

    private Review() {
    }

    /**
     * What a server answered.
     *
     * @param reason may be empty
     */
    record Status(boolean allowed, boolean denied, String reason) {
    }

    /** Returns the spec as conditions see it: of version v1, with all texts, also those that are empty. */
    static Map<String, @Nullable Object> spec(AuthorizationRequest request) {
        var spec = new LinkedHashMap<String, @Nullable Object>();
        if (request.resourceRequest()) {
            spec.put("resourceAttributes", resource(request));
        } else {
            spec.put("nonResourceAttributes", texts("path", request.path(), "verb", request.verb()));
        }
        spec.put("user", request.user().name());
        spec.put("groups", request.user().groups());
        // In a fixed order, so that the same question has the same bytes.
        spec.put("extra", new TreeMap<>(request.user().extra()));
        spec.put("uid", request.user().uid());
        return spec;
    }

    private static Map<String, @Nullable Object> resource(AuthorizationRequest request) {
        Map<String, @Nullable Object> resource = texts("namespace", request.namespace(), "verb", request.verb(),
                "group", request.group(), "version", request.version(), "resource", request.resource(),
                "subresource", request.subresource(), "name", request.name());
        List<Object> fields = fields(request.fieldSelector());
        if (!fields.isEmpty()) {
            resource.put("fieldSelector", requirements(fields));
        }
        List<Object> labels = labels(request.labelSelector());
        if (!labels.isEmpty()) {
            resource.put("labelSelector", requirements(labels));
        }
        return resource;
    }

    private static Map<String, @Nullable Object> requirements(List<Object> requirements) {
        var selector = new LinkedHashMap<String, @Nullable Object>();
        selector.put("requirements", requirements);
        return selector;
    }

    private static List<Object> fields(FieldSelector selector) {
        var requirements = new ArrayList<Object>();
        for (FieldSelector.Requirement requirement : selector.requirements()) {
            requirements.add(requirement(requirement.field(), requirement.equal() ? "In" : "NotIn",
                    List.of(requirement.value())));
        }
        return requirements;
    }

    /** What a review has no operator for is left out: more objects are asked for then, never less. */
    private static List<Object> labels(LabelSelector selector) {
        var requirements = new ArrayList<Object>();
        for (LabelSelector.Requirement requirement : selector.requirements()) {
            String operator = switch (requirement.operator()) {
                case IN -> "In";
                case NOT_IN -> "NotIn";
                case EXISTS -> "Exists";
                case DOES_NOT_EXIST -> "DoesNotExist";
                case GREATER_THAN, LESS_THAN -> "";
            };
            if (!operator.isEmpty()) {
                requirements.add(requirement(requirement.key(), operator,
                        List.copyOf(new TreeSet<>(requirement.values()))));
            }
        }
        return requirements;
    }

    private static Map<String, @Nullable Object> requirement(String key, String operator, List<String> values) {
        Map<String, @Nullable Object> requirement = texts("key", key, "operator", operator);
        if (!values.isEmpty()) {
            requirement.put("values", values);
        }
        return requirement;
    }

    private static Map<String, @Nullable Object> texts(String... namesAndValues) {
        var texts = new LinkedHashMap<String, @Nullable Object>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            texts.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return texts;
    }

    /** Returns the body that a server is sent, without what is empty. */
    static byte[] body(Map<String, @Nullable Object> spec, String group, String version) {
        var sent = new LinkedHashMap<String, @Nullable Object>();
        spec.forEach((name, value) -> {
            if (value instanceof Map<?, ?> attributes && name.endsWith("Attributes")) {
                sent.put(name, withoutEmpty(attributes));
            } else if (!isEmpty(value)) {
                sent.put(version.equals("v1beta1") && name.equals("groups") ? "group" : name, value);
            }
        });
        Map<String, @Nullable Object> review = texts("kind", KIND, "apiVersion", group + "/" + version);
        review.put("metadata", Map.of());
        review.put("spec", sent);
        review.put("status", Map.of("allowed", false));
        return JsonEncoder.encode(review);
    }

    private static Map<String, @Nullable Object> withoutEmpty(Map<?, ?> attributes) {
        var kept = new LinkedHashMap<String, @Nullable Object>();
        attributes.forEach((name, value) -> {
            if (!isEmpty(value)) {
                kept.put(String.valueOf(name), value);
            }
        });
        return kept;
    }

    private static boolean isEmpty(@Nullable Object value) {
        return "".equals(value) || value instanceof List<?> list && list.isEmpty()
                || value instanceof Map<?, ?> map && map.isEmpty();
    }

    /**
     * Reads an answer.
     *
     * @param version that was asked in, with its group
     * @throws MalformedBodyException when it is no review of that version
     */
    static Status status(byte[] body, String version) {
        Object tree = JsonDecoder.decode(body, LIMITS).value();
        Map<?, ?> review = object(tree, "the answer");
        if (!KIND.equals(review.get("kind")) || !version.equals(review.get("apiVersion"))) {
            throw new MalformedBodyException("the answer is not a SubjectAccessReview of " + version);
        }
        Map<?, ?> status = review.get("status") == null ? Map.of() : object(review.get("status"), "its status");
        return new Status(truth(status, "allowed"), truth(status, "denied"),
                status.get("reason") instanceof String reason ? reason : "");
    }

    private static Map<?, ?> object(@Nullable Object value, String what) {
        if (value instanceof Map<?, ?> object) {
            return object;
        }
        throw new MalformedBodyException(what + " is not an object");
    }

    private static boolean truth(Map<?, ?> status, String name) {
        Object value = status.get(name);
        if (value == null || value instanceof Boolean) {
            return Boolean.TRUE.equals(value);
        }
        throw new MalformedBodyException("status." + name + " is neither true nor false");
    }
}
