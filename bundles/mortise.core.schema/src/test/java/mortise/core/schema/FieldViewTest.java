package mortise.core.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import org.junit.jupiter.api.Test;

class FieldViewTest {

    private final List<FieldError> errors = new ArrayList<>();

    private FieldView view(Object value) {
        return FieldView.of(FieldPath.of("spec", "x"), value, errors);
    }

    private void reports(Object value, Consumer<FieldView> check, String... expected) {
        errors.clear();
        check.accept(view(value));
        assertThat(errors).extracting(FieldError::toString).containsExactly(expected);
    }

    @Test
    void pathsNameFieldsElementsAndEntries() {
        var object = new ApiObject(new LinkedHashMap<>(Map.of("spec",
                Map.of("list", List.of(Map.of("a", 1L)), "map", Map.of("k/v", "w")))));
        FieldView spec = FieldView.root(object, errors).at("spec");
        assertThat(spec.at("list").items().get(0).at("a").path()).hasToString("spec.list[0].a");
        assertThat(spec.at("map").entries().get("k/v").path()).hasToString("spec.map[k/v]");
        assertThat(spec.at("none", "deeper", "still").path()).hasToString("spec.none.deeper.still");
        assertThat(spec.at("none", "deeper").present()).isFalse();
        assertThat(FieldView.root(object, errors).path()).hasToString("[]");
        assertThat(FieldView.root(object, errors).entry("k").path()).hasToString("[][k]");
        assertThat(spec.at("map").with("other").entry("k").path()).hasToString("spec.map[k]");
        assertThat(spec.has("list")).isTrue();
        assertThat(spec.has("none")).isFalse();
        assertThat(spec.at("list").has("a")).isFalse();
        assertThat(spec.at("none").items()).isEmpty();
        assertThat(spec.at("list").items().get(0).at("a").number(7)).isEqualTo(1);
        assertThat(spec.at("map", "k/v").text()).isEqualTo("w");
    }

    @Test
    void readingWhatIsNotThereGivesTheEmptyValue() {
        FieldView none = view(null);
        assertThat(none.text()).isEmpty();
        assertThat(none.number(3)).isEqualTo(3);
        assertThat(none.flag()).isFalse();
        assertThat(none.flag(true)).isTrue();
        assertThat(none.size()).isZero();
        assertThat(none.isEmpty()).isTrue();
        assertThat(view(Map.of()).isEmpty()).isTrue();
        assertThat(view(0L).isEmpty()).isFalse();
    }

    @Test
    void findingsShowTheValueAsClientsKnowIt() {
        reports("a\"b\n", view -> view.invalid("no"), "spec.x: Invalid value: \"a\\\"b\\n\": no");
        reports(5L, view -> view.invalid("no"), "spec.x: Invalid value: 5: no");
        reports(null, view -> view.invalid("no"), "spec.x: Invalid value: null: no");
        reports(List.of("a", 1L), view -> view.invalid("no"), "spec.x: Invalid value: [\"a\",1]: no");
        reports(Map.of("a", "<b>"), view -> view.invalid("no"),
                "spec.x: Invalid value: {\"a\":\"\\u003cb\\u003e\"}: no");
        reports("a\u0000b\u00e9\u200b", view -> view.invalid("no"),
                "spec.x: Invalid value: \"a\\x00b\u00e9\\u200b\": no");
        reports("v", FieldView::duplicate, "spec.x: Duplicate value: \"v\"");
        reports(3L, FieldView::duplicate, "spec.x: Duplicate value: 3");
        reports("v", FieldView::notFound, "spec.x: Not found: \"v\"");
        reports(null, view -> view.required(""), "spec.x: Required value");
        reports(null, view -> view.required("say it"), "spec.x: Required value: say it");
        reports(null, view -> view.forbidden("not here"), "spec.x: Forbidden: not here");
        reports("c", view -> view.notSupported("a", "b"),
                "spec.x: Unsupported value: \"c\": supported values: \"a\", \"b\"");
        reports(null, view -> view.notSupported("a"), "spec.x: Unsupported value: \"\": supported values: \"a\"");
        reports(null, view -> view.tooLong(3), "spec.x: Too long: may not be more than 3 bytes");
        reports(null, view -> view.tooMany(3, 2), "spec.x: Too many: 3: must have at most 2 items");
        reports(null, view -> view.tooMany(3, 1), "spec.x: Too many: 3: must have at most 1 item");
    }

    @Test
    void numbersAreCheckedWithTheirBounds() {
        reports(0L, FieldView::nonNegative);
        reports(null, FieldView::nonNegative);
        reports(-1L, FieldView::nonNegative, "spec.x: Invalid value: -1: must be greater than or equal to 0");
        reports(1L, FieldView::positive);
        reports(null, FieldView::positive, "spec.x: Invalid value: 0: must be greater than 0");
        reports(1L, view -> view.inRange(1, 3));
        reports(3L, view -> view.inRange(1, 3));
        reports(4L, view -> view.inRange(1, 3), "spec.x: Invalid value: 4: must be between 1 and 3, inclusive");
        reports(65535L, FieldView::port);
        reports(65536L, FieldView::port, "spec.x: Invalid value: 65536: must be between 1 and 65535, inclusive");
    }

    @Test
    void textsAreCheckedForTheirSyntax() {
        reports("", FieldView::requireText, "spec.x: Required value");
        reports("a.b", FieldView::subdomain);
        reports("a/b", FieldView::pathSegment, "spec.x: Invalid value: \"a/b\": may not contain '/'");
        reports("b", view -> view.oneOf("a", "b"));
        reports("c", view -> view.oneOf("a", "b"),
                "spec.x: Unsupported value: \"c\": supported values: \"a\", \"b\"");
        reports("\u00e9\u00e9", view -> view.bytesAtMost(4));
        reports("\u00e9\u00e9", view -> view.bytesAtMost(3), "spec.x: Too long: may not be more than 3 bytes");
        assertThat(Names.qualified("")).hasSize(2).first().isEqualTo("name part must be non-empty");
    }

    @Test
    void quantitiesAreCompared() {
        reports("500m", FieldView::quantity);
        reports("-1", FieldView::quantity, "spec.x: Invalid value: \"-1\": must be greater than or equal to 0");
        reports("0", FieldView::positiveQuantity, "spec.x: Invalid value: \"0\": must be greater than zero");
        assertThat(Amounts.compare("1Gi", "1024Mi")).isZero();
        assertThat(Amounts.compare("1", "999m")).isPositive();
        assertThat(Amounts.of("no quantity")).isEqualTo(Quantity.ZERO);
    }

    @Test
    void whatMayNotChangeIsCompared() {
        reports(List.of("a"), view -> view.immutable(view.with(Arrays.asList("a"))));
        reports("a", view -> view.immutable(view.with("b")), "spec.x: Invalid value: \"a\": field is immutable");
        reports(null, view -> view.immutable(view.with("b")), "spec.x: Invalid value: null: field is immutable");
    }

    @Test
    void findingsCanGoElsewhere() {
        var other = new ArrayList<FieldError>();
        reports("a", view -> view.reportingTo(other).at("b").required(""));
        assertThat(other).extracting(FieldError::toString).containsExactly("spec.x.b: Required value");
        reports("a", view -> view.shownAt(FieldPath.of("y")).invalid("no"), "y: Invalid value: \"a\": no");
    }
}
