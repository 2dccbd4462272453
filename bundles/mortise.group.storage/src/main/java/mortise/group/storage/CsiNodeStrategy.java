package mortise.group.storage;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;

/** The drivers that run on a node. A driver's entry changes only by going and coming again. */
final class CsiNodeStrategy implements ResourceStrategy {

    private static final int NODE_ID_BYTES_MAX = 256;

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView drivers = FieldView.root(object, errors).at("spec", "drivers");
        var names = new HashSet<String>();
        for (FieldView driver : drivers.items()) {
            Drivers.name(driver.at("name"));
            FieldView node = driver.at("nodeID");
            if (node.isEmpty()) {
                node.required("");
            }
            if (node.text().length() > NODE_ID_BYTES_MAX) {
                node.invalid("must be " + NODE_ID_BYTES_MAX + " characters or less");
            }
            driver.at("allocatable", "count").nonNegative();
            topologyKeys(driver.at("topologyKeys"));
            if (!names.add(driver.at("name").text())) {
                driver.at("name").duplicate();
            }
            old.ifPresent(before -> unchanged(driver, FieldView.root(before, errors).at("spec", "drivers")));
        }
        return errors;
    }

    private static void topologyKeys(FieldView keys) {
        var seen = new HashSet<String>();
        for (FieldView key : keys.items()) {
            if (key.isEmpty()) {
                key.required("");
            } else {
                key.qualifiedName();
            }
            if (!seen.add(key.text())) {
                key.duplicate();
            }
        }
    }

    /** How many volumes a driver takes may change; nothing else of its entry. */
    private static void unchanged(FieldView driver, FieldView before) {
        for (FieldView was : before.items()) {
            boolean same = was.at("name").sameAs(driver.at("name"));
            if (same && !(was.at("nodeID").sameAs(driver.at("nodeID"))
                    && was.at("topologyKeys").sameAs(driver.at("topologyKeys")))) {
                driver.immutable(was);
            }
        }
    }
}
