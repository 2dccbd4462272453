package mortise.core.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.spi.group.Field;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects of schemas, and the authorizer. */
final class ObjectsTest {

    private static final Map<String, Object> SCHEMA = Map.of("type", "object", "properties", Map.ofEntries(
            Map.entry("foo.bar", Map.of("type", "string")),
            Map.entry("a-b/c__d", Map.of("type", "string")),
            Map.entry("namespace", Map.of("type", "string")),
            Map.entry("when", Map.of("type", "string", "format", "date-time")),
            Map.entry("day", Map.of("type", "string", "format", "date")),
            Map.entry("took", Map.of("type", "string", "format", "duration")),
            Map.entry("raw", Map.of("type", "string", "format", "byte")),
            Map.entry("share", Map.of("type", "number")),
            Map.entry("either", Map.of("x-kubernetes-int-or-string", true)),
            Map.entry("labels", Map.of("type", "object", "additionalProperties", Map.of("type", "string"))),
            Map.entry("set", Map.of("type", "array", "x-kubernetes-list-type", "set", "items",
                    Map.of("type", "string"))),
            Map.entry("keyed", Map.of("type", "array", "x-kubernetes-list-type", "map", "x-kubernetes-list-map-keys",
                    List.of("k"), "items", Map.of("type", "object", "properties",
                            Map.of("k", Map.of("type", "string"), "v", Map.of("type", "integer"))))),
            Map.entry("any", Map.of("x-kubernetes-preserve-unknown-fields", true))));

    private static final Map<String, Object> SELF = Map.ofEntries(
            Map.entry("kind", "Widget"), Map.entry("metadata", Map.of("name", "w")), Map.entry("foo.bar", "fb"),
            Map.entry("a-b/c__d", "x"), Map.entry("namespace", "n"), Map.entry("when", "2020-01-02T03:04:05Z"),
            Map.entry("day", "2020-01-02"), Map.entry("took", "1h30m"), Map.entry("raw", "YWI="),
            Map.entry("share", 1L), Map.entry("either", 5L), Map.entry("labels", Map.of("a.b", "c")),
            Map.entry("set", List.of("a", "b")),
            Map.entry("keyed", List.of(Map.of("k", "a", "v", 1L), Map.of("k", "b", "v", 2L))),
            Map.entry("hidden", 1L));

    private static final ExpressionType TYPE = OpenApiTypes.of(SCHEMA, "selfType", true).orElseThrow();
    private static final Environment ENVIRONMENT = Environment.builder().variable("self", TYPE)
            .variable("oldSelf", ExpressionType.optional(TYPE))
            .variable("authorizer", ExpressionType.AUTHORIZER)
            .variable("authorizer.requestResource", ExpressionType.RESOURCE_CHECK).build();

    private static Object evaluate(String source) throws Exception {
        AccessCheck access = question -> new AccessCheck.Answer(question.verb().equals("get"), question.toString(), "");
        Map<String, Object> values = Map.of("self", SELF, "authorizer", access, "oldSelf", Optional.empty(),
                "authorizer.requestResource", new AccessCheck.Prepared(access, new AccessCheck.Question(
                        Optional.empty(), "", "g", "r", "", "ns", "", "", "", "")));
        return ENVIRONMENT.compile(source, ResultType.ANY).evaluate(values, Budget.of(Budget.PER_OBJECT));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "self.foo__dot__bar == 'fb' && self.a__dash__b__slash__c__underscores__d == 'x' && self.__namespace__ == 'n'",
        "self.kind == 'Widget' && self.metadata.name == 'w' && !has(self.metadata.generateName)",
        "self.when.getFullYear() == 2020 && self.day < self.when && self.took == duration('90m')",
        "self.raw == b'ab' && type(self.share) == double && self.share == 1.0",
        "self.either == 5 && type(self.either) == int",
        "self.labels['a.b'] == 'c' && self.labels.all(k, self.labels[k] == 'c')",
        "self.set == ['b', 'a'] && self.set + ['b', 'c'] == ['c', 'a', 'b'] && self.set[0] == 'a'",
        "['b', 'a'] == self.set && self.set != ['a', 'c']",
        "self.keyed.exists(e, e.k == 'b' && e.v == 2) && (self.keyed + self.keyed).size() == 2",
        "!oldSelf.hasValue() && oldSelf.?kind.orValue('none') == 'none'",
        "self == self && has(self.set) && !has(self.raw) == false",
        "authorizer.group('').resource('pods').namespace('d').check('get').allowed()",
        "!authorizer.path('/x').check('put').allowed() && !authorizer.path('/x').check('put').errored()",
        "authorizer.group('g').resource('r').subresource('s').namespace('n').name('o').fieldSelector('f')"
                + ".labelSelector('l').check('v').reason() == 'Question[serviceAccount=Optional.empty, path=, group=g,"
                + " resource=r, subresource=s, namespace=n, name=o, fieldSelector=f, labelSelector=l, verb=v]'",
        "authorizer.serviceAccount('ns', 'sa').path('/p').check('get').reason().contains('Optional[ns:sa]')",
        "authorizer.requestResource.check('get').allowed() && authorizer.requestResource.name('o').check('v')"
                + ".reason().contains('name=o')"
    })
    void isTrueOfTheObject(String source) throws Exception {
        assertThat(evaluate(source)).isEqualTo(true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"self.hidden", "self.any", "self.foo", "self.metadata.labels", "self.size()"})
    void whatTheSchemaDoesNotSayCannotBeNamed(String source) {
        assertThatThrownBy(() -> ENVIRONMENT.compile(source, ResultType.ANY)).isInstanceOf(CompileException.class);
    }

    @Test
    void builtInTypesAreKnown() throws Exception {
        StructType struct = StructType.of("io.example.Spec", List.of(
                Field.of("replicas", 1, ValueType.INT32), Field.of("cpu", 2, ValueType.QUANTITY),
                Field.of("at", 3, ValueType.TIME), Field.of("names", 4, ValueType.listOf(ValueType.STRING))));
        Environment environment = Environment.builder().variable("object", ExpressionType.of(struct)).build();
        Expression expression = environment.compile("object.replicas > 1 && quantity(object.cpu).asInteger() == 2"
                + " && object.at.getFullYear() == 2020 && object.names.all(n, n.startsWith('a'))", ResultType.BOOL);
        assertThat(expression.evaluate(Map.of("object", Map.of("replicas", 2L, "cpu", "2", "at",
                "2020-01-01T00:00:00Z", "names", List.of("a", "ab"))), Budget.of(1000))).isEqualTo(true);
        assertThat(expression.uses("object")).isTrue();
        assertThat(expression.uses("self")).isFalse();
    }

    @Test
    void limitsOfASchemaLowerTheEstimate() throws Exception {
        assertThat(estimate(Map.of("type", "array", "items", Map.of("type", "string"))))
                .isGreaterThan(10_000_000);
        assertThat(estimate(Map.of("type", "array", "maxItems", 10L, "items",
                Map.of("type", "string", "maxLength", 10L)))).isLessThan(1000);
    }

    private static long estimate(Map<String, Object> schema) throws Exception {
        Environment environment = Environment.builder()
                .variable("self", OpenApiTypes.of(schema, "selfType", false).orElseThrow()).build();
        return environment.compile("self.all(x, self.all(y, x == y))", ResultType.BOOL).estimate().max();
    }

    @Test
    void anotherResultIsRefused() throws Exception {
        assertThat(ENVIRONMENT.compile("null", ResultType.STRING_OR_NULL).resultType()).isEqualTo("null_type");
        assertThatThrownBy(() -> ENVIRONMENT.compile("1", ResultType.BOOL))
                .hasMessage("must evaluate to bool but got int");
        assertThatThrownBy(() -> ENVIRONMENT.compile("1", ResultType.STRING_OR_NULL))
                .hasMessage("must evaluate to one of [string null_type]");
    }
}
