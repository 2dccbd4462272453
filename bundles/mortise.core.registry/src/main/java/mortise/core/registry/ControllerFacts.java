package mortise.core.registry;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import mortise.api.UserInfo;
import mortise.spi.controller.Controller;
import org.jspecify.annotations.Nullable;

/**
 * What a controller says about itself.
 *
 * @param names its name and its aliases, the name first
 * @param user as whom it writes
 * @param onRequest whether it runs only when it is named
 */
record ControllerFacts(Set<String> names, UserInfo user, boolean onRequest) {

    static final UserInfo SERVER = UserInfo.of("system:apiserver", UserInfo.MASTERS, UserInfo.AUTHENTICATED);

    private static final String ACCOUNTS = "system:serviceaccounts";
    private static final String SYSTEM = "kube-system";

    /** Reads the properties of its service. */
    static ControllerFacts of(Function<String, @Nullable Object> properties) {
        var names = new LinkedHashSet<String>();
        names.add(String.valueOf(properties.apply(Controller.NAME)));
        @Nullable Object alias = properties.apply(Controller.ALIAS);
        if (alias != null) {
            names.addAll(alias instanceof String[] several ? List.of(several) : List.of(alias.toString()));
        }
        @Nullable Object account = properties.apply(Controller.ACCOUNT);
        return new ControllerFacts(names, account == null ? SERVER : account(account.toString()),
                Boolean.TRUE.equals(properties.apply(Controller.ON_REQUEST)));
    }

    /**
     * The name is that of the account that default roles are bound to. The rights are those of the server all the same:
     * nobody asks an authorizer for controllers, and what an admission plug-in asks must not depend on which roles
     * there are.
     */
    private static UserInfo account(String name) {
        return UserInfo.of("system:serviceaccount:" + SYSTEM + ":" + name,
                UserInfo.MASTERS, ACCOUNTS, ACCOUNTS + ":" + SYSTEM, UserInfo.AUTHENTICATED);
    }

    String name() {
        return names.iterator().next();
    }
}
