package mortise.group.core;

import java.util.HashSet;
import java.util.List;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;

/** Checks of the addresses of a service, and of how they may change. */
final class ClusterIpChecks {


    private ClusterIpChecks() {
    }

    /** Checks addresses, families and policy; {@code spec} is the spec of the service. */
    static void validate(ServiceShape service, FieldView spec) {
        if (service.is(ServiceShape.EXTERNAL_NAME)) {
            return;
        }
        int before = spec.errors().size();
        FieldView addresses = spec.at("clusterIPs");
        aligned(spec.at("clusterIP").text(), addresses);
        var seen = new HashSet<String>();
        for (FieldView family : spec.at("ipFamilies").items()) {
            family.oneOf(Families.IPV4, Families.IPV6);
            if (!seen.add(family.text())) {
                family.duplicate();
            }
        }
        if (spec.at("ipFamilyPolicy").present()) {
            spec.at("ipFamilyPolicy").oneOf(
                    ServiceFamilies.PREFER, ServiceFamilies.REQUIRE, ServiceFamilies.SINGLE);
        }
        if (!wellFormed(addresses)) {
            return;
        }
        if (addresses.size() > 1 && !Families.allDiffer(addresses.texts())) {
            addresses.invalid("may specify no more than one IP for each IP family");
        }
        if (!service.isHeadless() && spec.errors().size() == before) {
            ofTheirFamilies(addresses, service.families());
        }
    }

    private static void aligned(String address, FieldView addresses) {
        if (address.isEmpty()) {
            if (!addresses.isEmpty()) {
                addresses.invalid("must be empty when `clusterIP` is not specified");
            }
        } else if (addresses.isEmpty()) {
            addresses.required("");
        } else if (!addresses.texts().get(0).equals(address)) {
            addresses.invalid("first value must match `clusterIP`");
        }
    }

    private static boolean wellFormed(FieldView addresses) {
        int before = addresses.errors().size();
        List<FieldView> items = addresses.items();
        for (int i = 0; i < items.size(); i++) {
            if (i > 0 || !items.get(i).isOneOf(ServiceShape.NONE)) {
                Checks.ip(items.get(i));
            } else if (items.size() > 1) {
                addresses.invalid("'None' must be the first and only value");
            }
        }
        boolean fine = addresses.errors().size() == before;
        if (items.size() > 2) {
            addresses.invalid("may only hold up to 2 values");
        }
        return fine;
    }

    private static void ofTheirFamilies(FieldView addresses, List<String> families) {
        int index = 0;
        for (FieldView address : addresses.items()) {
            if (index < families.size() && !Families.of(address.text()).equals(families.get(index))) {
                address.invalid("expected an " + families.get(index) + " value as indicated by `ipFamilies["
                        + index + "]`");
            }
            index++;
        }
    }

    /** Checks that the first address and family stay; a second one may come and go. */
    static void validateChange(ServiceShape service, ServiceShape old, FieldView spec) {
        if (service.is(ServiceShape.EXTERNAL_NAME) || old.is(ServiceShape.EXTERNAL_NAME)
                || service.isHeadless() && old.isHeadless()) {
            return;
        }
        change(spec, spec.at("clusterIPs"), old.clusterIps(), "clusterIP");
        change(spec, spec.at("ipFamilies"), old.families(), "ipFamily");
    }

    private static void change(FieldView spec, FieldView list, List<String> before, String what) {
        List<String> now = list.texts();
        if (now.size() == before.size()) {
            for (int i = 0; i < now.size(); i++) {
                changed(list, i, now.get(i).equals(before.get(i)));
            }
            return;
        }
        if (now.isEmpty()) {
            list.shownAt(list.path().index(0)).invalid("primary " + what + " can not be unset");
            return;
        }
        changed(list, 0, before.isEmpty() || now.get(0).equals(before.get(0)));
        if (now.size() == 1 && before.size() > 1 && !spec.at("ipFamilyPolicy").isOneOf(ServiceFamilies.SINGLE)) {
            spec.at("ipFamilyPolicy").invalid("must be set to 'SingleStack' when releasing the secondary " + what);
        }
    }

    private static void changed(FieldView list, int index, boolean same) {
        if (!same) {
            list.shownAt(list.path().index(index)).invalid("may not change once set");
        }
    }
}
