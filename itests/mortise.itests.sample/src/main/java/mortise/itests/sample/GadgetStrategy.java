package mortise.itests.sample;

import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import mortise.spi.group.ResourceStrategy;

/** A gadget has a size, small unless said otherwise, that does not change once it is made. */
final class GadgetStrategy implements ResourceStrategy {

    private static final List<String> SIZES = List.of("small", "large");
    private static final FieldPath SIZE = FieldPath.of("spec", "size");

    @Override
    public void prepareForCreate(ApiObject gadget) {
        gadget.structAt("spec").putIfAbsent("size", "small");
        gadget.tree().remove("status");
    }

    @Override
    public void prepareForUpdate(ApiObject gadget, ApiObject old) {
        gadget.structAt("spec").putIfAbsent("size", "small");
        Object status = old.tree().get("status");
        if (status == null) {
            gadget.tree().remove("status");
        } else {
            gadget.tree().put("status", ApiObject.copy(status));
        }
    }

    @Override
    public List<FieldError> validate(ApiObject gadget, Optional<ApiObject> old) {
        String size = gadget.textAt("spec", "size");
        if (!SIZES.contains(size)) {
            return List.of(FieldError.notSupported(SIZE, size, SIZES));
        }
        if (old.isPresent() && !old.get().textAt("spec", "size").equals(size)) {
            return List.of(FieldError.invalid(SIZE, size, "field is immutable"));
        }
        return List.of();
    }
}
