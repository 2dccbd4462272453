package mortise.itests.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import org.junit.jupiter.api.Test;

class GadgetStrategyTest {

    private final GadgetStrategy strategy = new GadgetStrategy();

    @Test
    void aNewGadgetIsSmall() {
        ApiObject gadget = new ApiObject(new HashMap<>());
        strategy.prepareForCreate(gadget);
        assertThat(gadget.textAt("spec", "size")).isEqualTo("small");
        assertThat(strategy.validate(gadget, Optional.empty())).isEmpty();
    }

    @Test
    void anUnknownSizeIsRefused() {
        assertThat(strategy.validate(gadget("huge"), Optional.empty()))
                .extracting(FieldError::toString)
                .containsExactly("spec.size: Unsupported value: \"huge\": supported values: \"small\", \"large\"");
    }

    @Test
    void theSizeOfAGadgetDoesNotChange() {
        assertThat(strategy.validate(gadget("large"), Optional.of(gadget("small"))))
                .extracting(FieldError::field)
                .containsExactly("spec.size");
    }

    private static ApiObject gadget(String size) {
        return new ApiObject(new HashMap<>(Map.of("spec", Map.of("size", size))));
    }
}
