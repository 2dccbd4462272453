package mortise.group.networking;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.Addresses;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;

/** Networks that services get their addresses from. One of the other family may be added; nothing else changes. */
final class ServiceCidrStrategy implements ResourceStrategy {

    private static final String IMMUTABLE = "field is immutable";

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView cidrs = FieldView.root(object, errors).at("spec", "cidrs");
        if (old.isPresent()) {
            change(cidrs, FieldView.root(old.get(), errors).at("spec", "cidrs"));
        } else {
            networks(cidrs);
        }
        return errors;
    }

    private static void change(FieldView cidrs, FieldView before) {
        boolean joined = before.size() == 1 && cidrs.size() == 2;
        if (cidrs.size() != before.size() && !joined) {
            cidrs.invalid(IMMUTABLE);
            return;
        }
        for (int at = 0; at < before.size(); at++) {
            if (!cidrs.items().get(at).sameAs(before.items().get(at))) {
                cidrs.items().get(at).invalid(IMMUTABLE);
            }
        }
        if (joined) {
            networks(cidrs);
        }
    }

    private static void networks(FieldView cidrs) {
        if (cidrs.isEmpty()) {
            cidrs.required("at least one CIDR required");
            return;
        }
        if (cidrs.size() > 2) {
            cidrs.invalid(Map.of("CIDRs", cidrs.texts()), "may only hold up to 2 values");
            return;
        }
        cidrs.items().forEach(cidr -> cidr.check(Addresses::canonicalCidrFault));
        List<Boolean> families = cidrs.texts().stream().map(Addresses::cidr).flatMap(Optional::stream)
                .map(cidr -> cidr.address().isV6()).toList();
        if (families.size() == 2 && families.get(0).equals(families.get(1))) {
            cidrs.invalid("may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64");
        }
    }
}
