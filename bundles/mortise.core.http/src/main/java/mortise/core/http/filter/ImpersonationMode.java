package mortise.core.http.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import mortise.api.Syntax;
import mortise.api.UserInfo;
import mortise.core.http.filter.SystemAccounts.Account;

/**
 * A way to be allowed to act as somebody: with the verb {@code impersonate}, for everything that they may do, or with
 * a verb for each kind of user and another for each verb that is used as them.
 *
 * @param name name in the verbs; empty for the one that allows everything
 * @param identity what somebody has to be allowed with the mode's verb
 * @param user as whom the request is then done
 */
record ImpersonationMode(String name, List<Subject> identity, UserInfo user) {

    private static final String USERS = "users";
    private static final String ANY_NODE = "*";
    /** What may be a part of the path of a URL, in lower case. */
    private static final Pattern PATH = Pattern.compile("[a-z0-9/\\-._~%!$&'()*+,;=:]+");

    /** What an authorizer is asked about. */
    record Subject(String group, String resource, String subresource, String namespace, String name) {
    }

    /** Returns the verb of the identity. */
    String verb() {
        return name.isEmpty() ? "impersonate" : "impersonate:" + name;
    }

    /** Returns the verb for using another verb as somebody. */
    String verbFor(String used) {
        return "impersonate-on:" + name + ":" + used;
    }

    /** Returns the mode that allows everything. */
    static ImpersonationMode unconstrained(UserInfo wanted, String authentication) {
        Optional<Account> account = SystemAccounts.account(wanted.name());
        Subject user = account.map(found -> new Subject("", "serviceaccounts", "", found.namespace(), found.name()))
                .orElse(new Subject("", USERS, "", "", wanted.name()));
        List<String> own = account.map(Account::groups).orElse(List.of());
        return new ImpersonationMode("", attributes(user, "", authentication, wanted),
                complete(wanted, wanted.groups().isEmpty() ? own : wanted.groups()));
    }

    /** Returns the modes that allow no more than this request, as far as they are for such a user. */
    static List<ImpersonationMode> constrained(UserInfo sender, UserInfo wanted, String authentication) {
        if (SystemAccounts.account(wanted.name()).isEmpty() && SystemAccounts.node(wanted.name()).isEmpty()) {
            if (!isOrdinary(wanted)) {
                return List.of();
            }
            Subject user = new Subject(authentication, USERS, "", "", wanted.name());
            return List.of(new ImpersonationMode("user-info",
                    attributes(user, authentication, authentication, wanted), complete(wanted, wanted.groups())));
        }
        var modes = new ArrayList<ImpersonationMode>();
        boolean nameOnly = wanted.uid().isEmpty() && wanted.groups().isEmpty() && wanted.extra().isEmpty();
        if (nameOnly) {
            SystemAccounts.node(wanted.name()).ifPresent(node -> {
                UserInfo user = complete(wanted, SystemAccounts.groupsOfNodes());
                if (SystemAccounts.runsOn(sender, node)) {
                    modes.add(of("associated-node", new Subject(authentication, "nodes", "", "", ANY_NODE), user));
                }
                modes.add(of("arbitrary-node", new Subject(authentication, "nodes", "", "", node), user));
            });
            SystemAccounts.account(wanted.name()).ifPresent(account -> modes.add(of("serviceaccount",
                    new Subject(authentication, "serviceaccounts", "", account.namespace(), account.name()),
                    complete(wanted, account.groups()))));
        }
        return modes;
    }

    /**
     * Says whether somebody has nothing that only the verb for everything gives: a group that no authorizer is asked
     * about, or what no identity of this server looks like.
     */
    private static boolean isOrdinary(UserInfo wanted) {
        return !wanted.groups().contains("") && !wanted.groups().contains(UserInfo.MASTERS)
                && wanted.extra().entrySet().stream().allMatch(attribute ->
                        isDomainPrefixed(attribute.getKey()) && !attribute.getValue().contains(""));
    }

    private static boolean isDomainPrefixed(String key) {
        int slash = key.indexOf('/');
        return slash > 0 && Syntax.subdomain(key.substring(0, slash)).isEmpty()
                && PATH.matcher(key.substring(slash + 1)).matches();
    }

    private static ImpersonationMode of(String name, Subject subject, UserInfo user) {
        return new ImpersonationMode(name, List.of(subject), user);
    }

    private static List<Subject> attributes(Subject user, String groupsIn, String authentication, UserInfo wanted) {
        var subjects = new ArrayList<Subject>();
        subjects.add(user);
        wanted.groups().forEach(group -> subjects.add(new Subject(groupsIn, "groups", "", "", group)));
        wanted.extra().forEach((key, values) -> values.forEach(value ->
                subjects.add(new Subject(authentication, "userextras", key, "", value))));
        if (!wanted.uid().isEmpty()) {
            subjects.add(new Subject(authentication, "uids", "", "", wanted.uid()));
        }
        return subjects;
    }

    /** Adds the group of all who proved who they are, or of those who did not, as if the user had come themselves. */
    private static UserInfo complete(UserInfo wanted, List<String> groups) {
        var user = new UserInfo(wanted.name(), wanted.uid(), groups, wanted.extra());
        if (wanted.name().equals(UserInfo.ANONYMOUS)) {
            return user.withGroup(UserInfo.UNAUTHENTICATED);
        }
        return groups.contains(UserInfo.UNAUTHENTICATED) ? user : user.withGroup(UserInfo.AUTHENTICATED);
    }
}
