package mortise.core.http.filter;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import mortise.api.Syntax;
import mortise.api.UserInfo;

/** What names of users say about service accounts and nodes. Pure. */
final class SystemAccounts {

    private static final String SERVICE_ACCOUNT = "system:serviceaccount:";
    private static final String NODE = "system:node:";
    private static final String SERVICE_ACCOUNTS = "system:serviceaccounts";
    private static final String NODES = "system:nodes";
    private static final String NODE_OF_TOKEN = "authentication.kubernetes.io/node-name";
    private static final String LABEL = "[a-z0-9](?:[-a-z0-9]*[a-z0-9])?";
    private static final Pattern SERVICE_ACCOUNT_NAME =
            Pattern.compile(SERVICE_ACCOUNT + "(" + LABEL + "):(" + LABEL + "(?:\\." + LABEL + ")*)");

    private SystemAccounts() {
    }

    /** A service account. */
    record Account(String namespace, String name) {

        List<String> groups() {
            return List.of(SERVICE_ACCOUNTS, SERVICE_ACCOUNTS + ":" + namespace);
        }
    }

    /** Returns the service account whose user name this is. */
    static Optional<Account> account(String user) {
        Matcher parts = SERVICE_ACCOUNT_NAME.matcher(user);
        return parts.matches() ? Optional.of(new Account(parts.group(1), parts.group(2))) : Optional.empty();
    }

    /** Returns the node whose user name this is. */
    static Optional<String> node(String user) {
        return user.startsWith(NODE)
                ? Optional.of(user.substring(NODE.length())).filter(name -> Syntax.subdomain(name).isEmpty())
                : Optional.empty();
    }

    static List<String> groupsOfNodes() {
        return List.of(NODES);
    }

    /** Says whether somebody is a service account whose token is of a pod on that node. */
    static boolean runsOn(UserInfo user, String node) {
        return account(user.name()).isPresent()
                && user.extra().getOrDefault(NODE_OF_TOKEN, List.of()).equals(List.of(node));
    }
}
