package mortise.authz.webhook;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.authz.webhook.AuthorizationSettings.Entry;
import mortise.spi.authorization.AuthorizerOrder.Step;

/**
 * Everybody who is asked by a configuration. Immutable.
 *
 * @param settings what the configuration says
 * @param steps who is asked
 * @param hooks the servers among them, with their clients
 */
record Order(AuthorizationSettings settings, List<Step> steps, Map<Webhook, Clients.Client> hooks) {

    /** Longer than any server may take; past that the request is given up. */
    static final int TIMEOUT_SECONDS = 35;

    /** Makes clients of servers. */
    interface Opener {
        Clients.Client open(Entry entry) throws IOException;
    }

    static Order empty() {
        return new Order(new AuthorizationSettings(List.of()), List.of(), Map.of());
    }

    /**
     * Makes what settings say; servers of the same settings are taken over, with the answers that they gave.
     *
     * @throws IOException when a server cannot be used; nothing was made then
     */
    static Order of(AuthorizationSettings settings, Order before, Opener opener, Webhook.Surroundings around)
            throws IOException {
        var known = new HashMap<Entry, Webhook>();
        before.hooks.keySet().forEach(hook -> known.put(hook.entry(), hook));
        var hooks = new HashMap<Webhook, Clients.Client>();
        var opened = new ArrayList<Clients.Client>();
        var steps = new ArrayList<Step>();
        try {
            for (Entry entry : settings.authorizers()) {
                if (entry.hook().isEmpty()) {
                    steps.add(new Step(entry.type(), entry.name(), Optional.empty(), 0));
                    continue;
                }
                Webhook hook = known.get(entry);
                Clients.Client client = hook == null ? opener.open(entry) : before.hooks.get(hook);
                if (hook == null) {
                    opened.add(client);
                    hook = new Webhook(entry, client, around);
                }
                hooks.put(hook, client);
                steps.add(new Step(entry.type(), entry.name(), Optional.of(hook), TIMEOUT_SECONDS));
            }
        } catch (IOException unusable) {
            opened.forEach(Clients.Client::close);
            throw unusable;
        }
        return new Order(settings, List.copyOf(steps), Map.copyOf(hooks));
    }

    /** Returns the clients that another configuration does not use. */
    List<Clients.Client> without(Order next) {
        return hooks.entrySet().stream().filter(hook -> !next.hooks.containsKey(hook.getKey()))
                .map(Map.Entry::getValue).toList();
    }
}
