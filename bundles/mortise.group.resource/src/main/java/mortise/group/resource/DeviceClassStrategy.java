package mortise.group.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.core.schema.Names;
import mortise.core.schema.ResourceNames;
import mortise.spi.group.ResourceStrategy;

/** Classes of devices. */
final class DeviceClassStrategy implements ResourceStrategy {

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView spec = FieldView.root(object, errors).at("spec");
        Optional<FieldView> before = old.map(was -> FieldView.root(was, new ArrayList<>()).at("spec"));
        FieldView selectors = spec.at("selectors");
        Selectors.validate(selectors, before.filter(was -> selectors.sameAs(was.at("selectors"))).isPresent());
        FieldView config = spec.at("config");
        boolean stored = before.filter(was -> config.sameAs(was.at("config"))).isPresent();
        Lists.each(config, Configurations.MAX, item -> Configurations.validate(item, stored));
        FieldView resource = spec.at("extendedResourceName");
        if (resource.present() && !(ResourceNames.isExtended(resource.text())
                && Names.qualified(resource.text()).isEmpty())) {
            resource.invalid("must be a valid extended resource name");
        }
        return errors;
    }
}
