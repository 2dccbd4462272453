package mortise.group.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.FieldError;
import mortise.api.GroupVersionKind;
import mortise.core.schema.FieldView;

/** Finds out how many addresses a service wants, and of which IP families. */
final class ServiceFamilies {

    static final GroupVersionKind KIND = new GroupVersionKind("", "v1", "Service");
    static final String SINGLE = "SingleStack";
    static final String PREFER = "PreferDualStack";
    static final String REQUIRE = "RequireDualStack";
    private static final String FAMILIES = "ipFamilies";
    private static final String ADDRESSES = "clusterIPs";

    private final List<String> served;

    /** @param served the families of the cluster, the default one first */
    ServiceFamilies(List<String> served) {
        this.served = List.copyOf(served);
    }

    /** Brings {@code clusterIP} and {@code clusterIPs}, of which older clients know only one, into line. */
    static void align(ServiceShape service, Optional<ServiceShape> old) {
        List<String> addresses = service.clusterIps();
        String address = service.clusterIp();
        if (old.isEmpty()) {
            if (!address.isEmpty() && addresses.isEmpty()) {
                service.setTexts(ADDRESSES, List.of(address));
            }
            return;
        }
        ServiceShape before = old.get();
        if (!before.clusterIps().isEmpty() && addresses.isEmpty() && before.clusterIp().equals(address)) {
            service.setTexts(ADDRESSES, before.clusterIps());
        }
        if (!before.clusterIp().equals(address) && addresses.equals(before.clusterIps())) {
            service.setTexts(ADDRESSES, address.isEmpty() ? List.of() : List.of(address));
        }
    }

    /**
     * Sets the policy and the families.
     *
     * @throws ApiException 422 when they contradict each other or what the cluster has
     */
    void complete(ServiceShape service, Optional<ServiceShape> old) {
        if (service.is(ServiceShape.EXTERNAL_NAME) || stayedAsPreferred(service, old)) {
            return;
        }
        if (service.policy().isEmpty()) {
            service.spec().put("ipFamilyPolicy", usualPolicy(service, old));
        }
        var errors = new ArrayList<FieldError>();
        FieldView spec = FieldView.root(service.service(), errors).at("spec");
        ClusterIpChecks.validate(service, spec);
        refuse(service, errors);
        if (service.policy().equals(SINGLE)) {
            old.ifPresent(before -> reduce(service, before));
            single(service, spec);
        }
        infer(service);
        if (service.isHeadless() && !service.hasSelector()) {
            refuse(service, errors);
            fill(service, true);
            return;
        }
        available(service, spec);
        refuse(service, errors);
        fill(service, served.size() == 2);
    }

    private static void refuse(ServiceShape service, List<FieldError> errors) {
        if (!errors.isEmpty()) {
            throw ApiException.invalid(KIND, service.service().metadata().name(), errors);
        }
    }

    /** A service that takes a second address if there is one changes only when it is told to, not with the cluster. */
    private static boolean stayedAsPreferred(ServiceShape service, Optional<ServiceShape> old) {
        return old.isPresent() && service.policy().equals(PREFER) && old.get().policy().equals(PREFER)
                && service.same(old.get(), ADDRESSES) && service.same(old.get(), FAMILIES)
                && !service.families().isEmpty();
    }

    private static String usualPolicy(ServiceShape service, Optional<ServiceShape> old) {
        if (old.isPresent() && !old.get().policy().isEmpty()) {
            return old.get().policy();
        }
        return service.clusterIp().equals(ServiceShape.NONE) && !service.hasSelector() ? REQUIRE : SINGLE;
    }

    /** Asking for one stack without saying which addresses go means the second ones. */
    private static void reduce(ServiceShape service, ServiceShape old) {
        for (String field : List.of(ADDRESSES, FAMILIES)) {
            List<String> texts = field.equals(ADDRESSES) ? service.clusterIps() : service.families();
            if (texts.size() > 1 && service.same(old, field)) {
                service.setTexts(field, texts.subList(0, 1));
            }
        }
    }

    private static void single(ServiceShape service, FieldView spec) {
        if (service.clusterIps().size() == 2) {
            spec.at("ipFamilyPolicy").invalid(
                    "must be 'RequireDualStack' or 'PreferDualStack' when multiple cluster IPs are specified");
        }
        if (service.families().size() == 2) {
            spec.at("ipFamilyPolicy").invalid(
                    "must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified");
        }
    }

    /** Addresses that are given tell their families. */
    private static void infer(ServiceShape service) {
        List<String> addresses = service.clusterIps();
        List<String> families = service.families();
        for (int i = families.size(); i < addresses.size() && !addresses.get(i).equals(ServiceShape.NONE); i++) {
            families.add(Families.of(addresses.get(i)));
        }
        service.setTexts(FAMILIES, families);
    }

    private void available(ServiceShape service, FieldView spec) {
        if (service.policy().equals(REQUIRE) && served.size() < 2) {
            spec.at("ipFamilyPolicy").invalid("this cluster is not configured for dual-stack services");
        }
        for (FieldView family : spec.at(FAMILIES).items()) {
            if (!served.contains(family.text())) {
                family.invalid("not configured on this cluster");
            }
        }
    }

    private void fill(ServiceShape service, boolean both) {
        List<String> families = service.families();
        if (families.isEmpty()) {
            families.add(served.get(0));
        }
        if (both && families.size() == 1 && !service.policy().equals(SINGLE)) {
            families.add(Families.other(families.get(0)));
        }
        service.setTexts(FAMILIES, families);
    }
}
