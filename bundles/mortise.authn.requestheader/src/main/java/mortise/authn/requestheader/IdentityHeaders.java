package mortise.authn.requestheader;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import mortise.api.UserInfo;

/**
 * Reads an identity from headers. All names are in lower case. Pure.
 *
 * @param users headers with the name of the user, the first that has a value counts
 * @param uids headers with the uid, likewise
 * @param groups headers whose values are groups
 * @param extraPrefixes what names of headers with further attributes begin with
 */
record IdentityHeaders(List<String> users, List<String> uids, List<String> groups, List<String> extraPrefixes) {

    /** Returns who the headers name; nothing when they name no user. */
    Optional<UserInfo> read(Map<String, List<String>> headers) {
        return first(users, headers).map(name -> new UserInfo(
                name, first(uids, headers).orElse(""), groups(headers), extra(headers)));
    }

    /** Returns which headers these are, prefixes with a star at their end. */
    Set<String> names() {
        var names = new HashSet<String>(users);
        names.addAll(uids);
        names.addAll(groups);
        extraPrefixes.forEach(prefix -> names.add(prefix + "*"));
        return Set.copyOf(names);
    }

    private static Optional<String> first(List<String> names, Map<String, List<String>> headers) {
        return names.stream().map(name -> headers.getOrDefault(name, List.of()))
                .filter(values -> !values.isEmpty() && !values.get(0).isEmpty())
                .map(values -> values.get(0)).findFirst();
    }

    private List<String> groups(Map<String, List<String>> headers) {
        return groups.stream().flatMap(name -> headers.getOrDefault(name, List.of()).stream())
                .filter(group -> !group.isEmpty()).toList();
    }

    private Map<String, List<String>> extra(Map<String, List<String>> headers) {
        var extra = new LinkedHashMap<String, List<String>>();
        for (String prefix : extraPrefixes) {
            headers.forEach((name, values) -> {
                String lower = name.toLowerCase(Locale.ROOT);
                if (lower.startsWith(prefix)) {
                    extra.computeIfAbsent(key(lower.substring(prefix.length())), key -> new ArrayList<>())
                            .addAll(values);
                }
            });
        }
        return extra;
    }

    /** Decodes percent signs; a key in which they are something else is taken as it is. */
    private static String key(String encoded) {
        try {
            return URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEncoded) {
            return encoded;
        }
    }
}
