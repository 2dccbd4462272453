package mortise.group.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import mortise.api.Syntax;
import mortise.spi.group.ResourceStrategy;

/**
 * Namespaces end in steps: a deletion makes them {@code Terminating}, whoever empties them takes their name off
 * {@code spec.finalizers} through {@code finalize}, and with the last one the namespace goes.
 */
final class NamespaceStrategy implements ResourceStrategy {

    private static final String KUBERNETES = "kubernetes";
    private static final String FINALIZERS = "finalizers";

    private final String nameLabel;

    /**
     * @param nameLabel label that always carries the name, so that selectors can name namespaces
     */
    NamespaceStrategy(String nameLabel) {
        this.nameLabel = nameLabel;
    }

    /** Returns the label that always carries the name. */
    static String nameLabel(String labelDomain) {
        return labelDomain + "/metadata.name";
    }

    @Override
    public void prepareForCreate(ApiObject object) {
        List<Object> finalizers = new ArrayList<>(finalizers(object));
        if (!finalizers.contains(KUBERNETES)) {
            finalizers.add(KUBERNETES);
        }
        object.structAt("spec").put(FINALIZERS, finalizers);
        object.tree().remove("status");
        object.structAt("status").put("phase", "Active");
        object.metadata().setLabel(nameLabel, object.metadata().name());
    }

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        object.tree().remove("spec");
        object.structAt("spec").putAll(old.deepCopy().structAt("spec"));
        object.metadata().setLabel(nameLabel, object.metadata().name());
    }

    @Override
    public void prepareForDelete(ApiObject object) {
        object.metadata().tree().remove("deletionGracePeriodSeconds");
        object.structAt("status").put("phase", "Terminating");
    }

    @Override
    public boolean heldBack(ApiObject object) {
        return !finalizers(object).isEmpty();
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        return validateFinalizers(object, false);
    }

    /** @param indexed whether messages say which one is wrong */
    static List<FieldError> validateFinalizers(ApiObject object, boolean indexed) {
        FieldPath all = FieldPath.of("spec", FINALIZERS);
        var errors = new ArrayList<FieldError>();
        List<?> finalizers = finalizers(object);
        for (int index = 0; index < finalizers.size(); index++) {
            FieldPath path = indexed ? all.index(index) : all;
            String finalizer = String.valueOf(finalizers.get(index));
            Optional<String> wrong = Syntax.labelKey(finalizer);
            if (wrong.isEmpty() && finalizer.indexOf('/') < 0 && !finalizer.equals(KUBERNETES)) {
                wrong = Optional.of("name is neither a standard finalizer name nor is it fully qualified");
            }
            wrong.ifPresent(why -> errors.add(FieldError.invalid(path, finalizer, why)));
        }
        return errors;
    }

    private static List<?> finalizers(ApiObject object) {
        return object.at("spec", FINALIZERS) instanceof List<?> list ? list : List.of();
    }
}
