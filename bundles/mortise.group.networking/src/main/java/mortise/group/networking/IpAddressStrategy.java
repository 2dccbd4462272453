package mortise.group.networking;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.Addresses;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;

/** Addresses of services that are taken, and by what. An address is named after itself, and never changes its owner. */
final class IpAddressStrategy implements ResourceStrategy {

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView root = FieldView.root(object, errors);
        FieldView parent = root.at("spec", "parentRef");
        if (old.isPresent()) {
            parent.immutable(FieldView.root(old.get(), errors).at("spec", "parentRef"), shown(parent));
            return errors;
        }
        root.at("metadata", "name").check(Addresses::canonicalIpFault);
        if (!parent.present()) {
            parent.required("");
            return errors;
        }
        // The group of services is the empty text, so it cannot be required.
        if (!parent.at("group").isEmpty()) {
            parent.at("group").subdomain();
        }
        References.segment(parent.at("resource"));
        References.segment(parent.at("name"));
        if (!parent.at("namespace").isEmpty()) {
            parent.at("namespace").pathSegment();
        }
        return errors;
    }

    /** Returns the reference with the member names that messages have always shown. */
    private static Map<String, String> shown(FieldView parent) {
        var shown = new LinkedHashMap<String, String>();
        shown.put("Group", parent.at("group").text());
        shown.put("Resource", parent.at("resource").text());
        shown.put("Namespace", parent.at("namespace").text());
        shown.put("Name", parent.at("name").text());
        return shown;
    }
}
