package mortise.core.kubeconfig;

import mortise.core.kubeconfig.ClientSettings.Plugins;

/** Says whether a plug-in may talk to a person. */
final class Interaction {

    private Interaction() {
    }

    /**
     * Says whether it gets the standard input of this process.
     *
     * @throws KubeconfigException when it needs somebody and nobody is there
     */
    static boolean with(PluginCommand command, Plugins rules) throws KubeconfigException {
        boolean terminal = rules.standardInput() && System.console() != null;
        return switch (command.interactiveMode()) {
            case NEVER -> false;
            case IF_AVAILABLE -> terminal;
            case ALWAYS -> {
                if (!terminal) {
                    throw new KubeconfigException("exec plugin cannot support interactive mode: standard input is "
                            + (rules.standardInput() ? "not a terminal" : "unavailable"));
                }
                yield true;
            }
        };
    }
}
