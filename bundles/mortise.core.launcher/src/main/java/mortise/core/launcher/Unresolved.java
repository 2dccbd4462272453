package mortise.core.launcher;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.FrameworkWiring;
import org.osgi.resource.Namespace;
import org.osgi.resource.Requirement;

/** Says in words why a bundle does not resolve: what it needs and nobody provides. Any thread. */
final class Unresolved {

    private static final int DEEPEST_CHAIN = 5;
    private static final Pattern BUNDLE_ID = Pattern.compile("\\[(\\d+)]\\(R ");
    private static final Pattern NAME = Pattern.compile("\\((?:osgi\\.[\\w.]+|type)=([^()]+)\\)");
    private static final Pattern FROM = Pattern.compile("\\(version>=([\\w.-]+)\\)");
    private static final Pattern BELOW = Pattern.compile("\\(!\\(version>=([\\w.-]+)\\)\\)");
    private static final Pattern EXACT = Pattern.compile("\\(version=([\\w.-]+)\\)");

    private final BundleContext system;

    Unresolved(BundleContext system) {
        this.system = system;
    }

    /** Returns a failure to resolve as one that names bundle and requirement, any other failure as it is. */
    Throwable readable(Throwable failure) {
        if (failure instanceof BundleException resolving && resolving.getType() == BundleException.RESOLVE_ERROR) {
            Matcher id = BUNDLE_ID.matcher(String.valueOf(failure.getMessage()));
            Bundle bundle = id.find() ? system.getBundle(Long.parseLong(id.group(1))) : null;
            if (bundle != null) {
                return new UnresolvedBundleException(bundle.getSymbolicName() + " needs " + needs(bundle));
            }
        }
        return failure;
    }

    /** Returns what a bundle needs and does not get, for example {@code package com.acme.api [1.0.0,2.0.0)}. */
    String needs(Bundle bundle) {
        List<String> missing = missing(bundle, new HashSet<>());
        return missing.isEmpty() ? "packages that cannot be used together" : String.join(", ", missing);
    }

    /** A resolve failure in readable words; it has no stack trace, where it was noticed says nothing. */
    static final class UnresolvedBundleException extends Exception {

        private static final long serialVersionUID = 1L;

        UnresolvedBundleException(String message) {
            super(message, null, false, false);
        }
    }

    private List<String> missing(Bundle bundle, Set<Bundle> seen) {
        List<String> missing = new ArrayList<>();
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        if (revision == null || !seen.add(bundle) || seen.size() > DEEPEST_CHAIN) {
            return missing;
        }
        for (Requirement requirement : revision.getRequirements(null)) {
            String reason = mandatory(requirement) ? reason(requirement, bundle, seen) : null;
            if (reason != null) {
                missing.add(reason);
            }
        }
        return missing;
    }

    private @Nullable String reason(Requirement requirement, Bundle bundle, Set<Bundle> seen) {
        Collection<BundleCapability> providers = system.getBundle(Constants.SYSTEM_BUNDLE_LOCATION)
                .adapt(FrameworkWiring.class).findProviders(requirement);
        if (providers.isEmpty()) {
            return words(requirement);
        }
        for (BundleCapability provider : providers) {
            Bundle owner = provider.getRevision().getBundle();
            if (owner.equals(bundle) || (owner.getState() & (Bundle.INSTALLED | Bundle.UNINSTALLED)) == 0) {
                return null;
            }
        }
        Bundle owner = providers.iterator().next().getRevision().getBundle();
        List<String> deeper = missing(owner, seen);
        return deeper.isEmpty() ? null : words(requirement) + " of " + owner.getSymbolicName() + ", which needs "
                + String.join(", ", deeper);
    }

    private static boolean mandatory(Requirement requirement) {
        return !Namespace.RESOLUTION_OPTIONAL.equals(
                requirement.getDirectives().get(Namespace.REQUIREMENT_RESOLUTION_DIRECTIVE))
                && Namespace.EFFECTIVE_RESOLVE.equals(requirement.getDirectives()
                        .getOrDefault(Namespace.REQUIREMENT_EFFECTIVE_DIRECTIVE, Namespace.EFFECTIVE_RESOLVE))
                && !"dynamic".equals(requirement.getDirectives().get(Namespace.REQUIREMENT_RESOLUTION_DIRECTIVE));
    }

    /** Puts a filter of the common form into words; any other requirement is shown as it is. */
    static String words(Requirement requirement) {
        String filter = requirement.getDirectives().getOrDefault(Namespace.REQUIREMENT_FILTER_DIRECTIVE, "");
        Matcher name = NAME.matcher(filter);
        if (!name.find()) {
            return requirement.getNamespace() + " " + filter;
        }
        String kind = switch (requirement.getNamespace()) {
            case "osgi.wiring.package" -> "package";
            case "osgi.wiring.bundle" -> "bundle";
            case "osgi.wiring.host" -> "host bundle";
            case "osgi.ee" -> "execution environment";
            default -> requirement.getNamespace();
        };
        return kind + " " + name.group(1) + range(filter);
    }

    private static String range(String filter) {
        Matcher from = FROM.matcher(filter);
        Matcher below = BELOW.matcher(filter);
        Matcher exact = EXACT.matcher(filter);
        if (exact.find()) {
            return " " + exact.group(1);
        }
        if (!from.find()) {
            return "";
        }
        return below.find() ? " [" + from.group(1) + "," + below.group(1) + ")" : " from " + from.group(1);
    }
}
