package mortise.core.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which versions and resources are served, as {@code --runtime-config} says. Keys, the most specific one wins:
 * {@code group/version/resource}, {@code group/version} ({@code v1} or {@code api/v1} for the core group),
 * {@code api/ga}, {@code api/beta}, {@code api/alpha}, {@code api/all}. Immutable.
 */
final class RuntimeConfig {

    private static final Pattern VERSION = Pattern.compile("v[0-9]+((alpha|beta)[0-9]+)?");
    private static final String ALL = "api/all";

    private final Map<String, Boolean> settings;

    private RuntimeConfig(Map<String, Boolean> settings) {
        this.settings = settings;
    }

    /**
     * Reads the form of the flag.
     *
     * @throws IllegalArgumentException with one line that names the key that is not one
     */
    static RuntimeConfig parse(String text) {
        Map<String, Boolean> settings = Settings.parse(text, "runtime-config key", true);
        for (String key : settings.keySet()) {
            if (!stageKey(key) && !VERSION.matcher(version(key)).matches()) {
                throw new IllegalArgumentException("unknown runtime-config key " + key
                        + ", expected group/version, group/version/resource, api/all, api/ga, api/beta or api/alpha");
            }
        }
        return new RuntimeConfig(settings);
    }

    /** Says whether a resource is served in a version. */
    boolean served(String group, String version, String resource, boolean byDefault) {
        String groupVersion = group.isEmpty() ? version : group + "/" + version;
        @Nullable Boolean set = first(groupVersion + "/" + resource, core(group, version + "/" + resource),
                groupVersion, core(group, version), "api/" + stage(version), ALL);
        return set == null ? byDefault : set;
    }

    private static String core(String group, String rest) {
        return group.isEmpty() ? "api/" + rest : group + "/" + rest;
    }

    private @Nullable Boolean first(String... keys) {
        for (String key : keys) {
            Boolean set = settings.get(key);
            if (set != null) {
                return set;
            }
        }
        return null;
    }

    /** Returns the keys whose {@code group/version} no installed group has, in the order they were written. */
    List<String> unknown(Predicate<String> installedGroupVersion) {
        var unknown = new ArrayList<String>();
        for (String key : settings.keySet()) {
            if (!stageKey(key) && !installedGroupVersion.test(groupVersion(key))) {
                unknown.add(key);
            }
        }
        return unknown;
    }

    private static String groupVersion(String key) {
        String plain = key.startsWith("api/") ? key.substring("api/".length()) : key;
        String version = version(key);
        int end = plain.indexOf(version) + version.length();
        return plain.substring(0, end);
    }

    /** The segment that names a version: the first of {@code v1/pods}, the second of {@code apps/v1/deployments}. */
    private static String version(String key) {
        String[] segments = key.split("/");
        if (VERSION.matcher(segments[0]).matches() && segments.length <= 2) {
            return segments[0];
        }
        return segments.length == 2 || segments.length == 3 ? segments[1] : "";
    }

    private static boolean stageKey(String key) {
        return key.equals(ALL) || key.equals("api/ga") || key.equals("api/beta") || key.equals("api/alpha");
    }

    private static String stage(String version) {
        if (version.contains("alpha")) {
            return "alpha";
        }
        return version.contains("beta") ? "beta" : "ga";
    }
}
